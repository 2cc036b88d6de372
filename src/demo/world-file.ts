import type { Locale } from '#src/app/locales.ts'

/**
 * The file name of a prepared world. It does not show that the file is compressed, because a file host would then
 * make the browser decompress it.
 */
export const worldFile = (locale: Locale): string => `world-${locale}.dump`
