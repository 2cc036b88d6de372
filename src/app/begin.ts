import { showCachedList } from './cached-list/show-cached-list.ts'

/**
 * Paints the cached list snapshot first, and then runs the app, which would block the paint. The app's files load
 * meanwhile (scripts/build-plugins.ts).
 */
const begin = async (): Promise<void> => {
  await showCachedList()
  await import(/* @vite-ignore */ import.meta.env.APP_FILE)
}

void begin()
