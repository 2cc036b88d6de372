/** A country as the country list gives it. */
interface ListedCountry {
  readonly iso: string
  /** Digits after the plus. */
  readonly telCode: string
}

/** A country as a person picks it. */
export interface CountryChoice extends ListedCountry {
  /** In the person's language; the ISO code where the platform knows no name. */
  readonly name: string
}

const nameIn = (names: Intl.DisplayNames, iso: string): string => {
  try {
    return names.of(iso) ?? iso
  } catch {
    // A code that is no region code: shown as it came.
    return iso
  }
}

/** Countries with their names in `locale` (a BCP 47 tag), in that language's order [AUTH-03]. */
export const countryChoices = (
  countries: readonly ListedCountry[],
  locale: string,
): readonly CountryChoice[] => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const collator = new Intl.Collator(locale)
  return countries
    .map(({ iso, telCode }) => ({ iso, telCode, name: nameIn(names, iso) }))
    .sort((left, right) => collator.compare(left.name, right.name))
}

/** Lower case without accents, so that typing "viet" finds "Việt Nam". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
    .trim()

/** Whether what a person typed names this country: a part of its name, its ISO code, or the start of its calling code. */
export const matchesCountry = (choice: CountryChoice, typed: string): boolean => {
  const wanted = plain(typed)
  const digits = wanted.replace(/^\+/, '')
  if (wanted === '') return true
  if (/^\d+$/.test(digits)) return choice.telCode.startsWith(digits)
  return plain(choice.name).includes(wanted) || choice.iso.toLowerCase() === wanted
}
