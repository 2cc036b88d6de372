import { showCachedList } from './cached-list/show-cached-list.ts'

/**
 * The page begins: what was seen last is painted first, and only then the app runs, which would keep the page busy. Its files
 * are on their way meanwhile (scripts/early-files.ts).
 */
const begin = async (): Promise<void> => {
  await showCachedList()
  await import(/* @vite-ignore */ import.meta.env.APP_FILE)
}

void begin()
