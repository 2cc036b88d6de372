/** The one service worker: keeps the demo's files for a start without a network and hands requests to the page. */
export const serviceWorkerUrl = '/service-worker.js'

/** What the backend answers, as patterns of paths. */
export const backendPaths = ['/Api/*', '/files/*', '/GetVersion', '/Health.txt'] as const

/** Whether a path is the backend's. */
export const isBackendPath = (path: string): boolean =>
  /^\/(Api\/|files\/|GetVersion$|Health\.txt$)/.test(path)

/** Where the files of the database engine and the prepared worlds are kept for a start without a network. */
export const engineCache = 'chat-demo-engine'
