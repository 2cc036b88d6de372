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
