/** The one service worker: keeps the demo's files for a start without a network and hands requests to the page. */
export const serviceWorkerUrl = '/service-worker.js'

/** What the backend answers, as patterns of paths. */
export const backendPaths = ['/Api/*', '/files/*', '/GetVersion', '/Health.txt'] as const

/** Whether a path is the backend's. */
export const isBackendPath = (path: string): boolean =>
  /^\/(Api\/|files\/|GetVersion$|Health\.txt$)/.test(path)

/** What the page asks of the service worker once it has time: to keep all files of the demo, and these. */
export interface KeepFiles {
  readonly type: 'keep files'
  readonly others: readonly string[]
}
