/** The app's version, shown to users and sent to the server [BOOT-02]. */
export const appVersion = '5.11.5'

/** The names of the caches with the app's own files, which it needs to start without a network, begin with this. */
export const appCachePrefix = 'chat-'

/** The cache of content that other apps shared with this one, until the user sends or discards it. */
export const sharedContentCache = `${appCachePrefix}shared`

/** The name of the lock that a tab shares with all tabs of its version, by which the service worker knows it. */
export const versionLock = (key: string): string => `chat-version ${key}`

/** The version key of the build that this page belongs to; undefined in development. */
export const runningVersionKey = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
