import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import { type Theme, themes } from './preferences.ts'

/** One of our themes by its id; undefined for any other name. */
export const findTheme = (id: string | undefined): Theme | undefined => themes.find((theme) => theme === id)

/** The theme that dresses the product: the person's choice, then the brand's (DEC-77) [THEME-01 THEME-02]. */
export const themeOf = (chosen: Theme | undefined, brand: EnvironmentConfig['brand']): Theme =>
  chosen ?? findTheme(brand.theme) ?? findTheme(brand.key) ?? themes[0]
