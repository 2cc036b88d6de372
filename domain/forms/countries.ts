/** A country of the server's country list. */
interface ListedCountry {
  readonly iso: string
  /** The digits after the plus. */
  readonly telCode: string
}

/** A country in the picker. */
export interface CountryChoice extends ListedCountry {
  /** The name in the person's language; the ISO code if the platform knows none. */
  readonly name: string
}

const nameIn = (names: Intl.DisplayNames, iso: string): string => {
  try {
    return names.of(iso) ?? iso
  } catch {
    // The code is not a region code: it is shown unchanged.
    return iso
  }
}

/** Returns the countries with their names in `locale` (a BCP 47 tag), in that language's order [AUTH-03]. */
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
