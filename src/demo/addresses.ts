import type { Locale } from '#src/app/locales.ts'
/** The one service worker. It caches the demo's files for offline starts and passes requests to the page. */
export const serviceWorkerUrl = '/service-worker.js'

/** The path patterns of the backend. */
export const backendPaths = ['/Api/*', '/files/*', '/GetVersion', '/Health.txt'] as const

/** Asks the service worker to cache all files of the demo, and these. */
export interface KeepFiles {
  readonly type: 'keep files'
  readonly others: readonly string[]
}

/**
 * The file name of a prepared world. It does not show that the file is compressed, because a file host would then
 * make the browser decompress it.
 */
export const worldFile = (locale: Locale): string => `world-${locale}.dump`
