import type { Locale } from '#src/app/locales.ts'

/**
 * The file of a prepared world, beside the page. The name says nothing of its compression: a file host that saw it
 * would let the browser undo it.
 */
export const worldFile = (locale: Locale): string => `world-${locale}.dump`
