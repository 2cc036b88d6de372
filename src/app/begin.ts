import { preload } from './cached-list/list-snapshot.ts'
import { showCachedList } from './cached-list/show-cached-list.ts'
import { readHint, type SnapshotHint } from './cached-list/snapshot-hint.ts'
import { runningVersionKey, versionLock } from './version.ts'

/**
 * Paints the cached list snapshot first, and then runs the app, which would block the paint. The app's files load
 * meanwhile (scripts/build-plugins.ts).
 */
const begin = async (hint: SnapshotHint | undefined): Promise<void> => {
  await showCachedList(hint)
  await import(/* @vite-ignore */ import.meta.env.APP_FILE)
}

/** Fetches and compiles the account's code without running it, if this device has shown an account's list before. */
const preloadAccount = (hint: SnapshotHint | undefined): void => {
  if (hint !== undefined) preload(import.meta.env.ACCOUNT_FILE, 'modulepreload')
}

/** Shows the service worker which version this tab runs, for as long as the tab is open. */
const holdVersion = (): void => {
  const key = runningVersionKey()
  const forever = () => new Promise<never>(() => undefined)
  // There are no locks over plain HTTP.
  if (key !== undefined) void navigator.locks?.request(versionLock(key), { mode: 'shared' }, forever)
}

holdVersion()
const hint = readHint()
void begin(hint)
// Called last, because the style sheets of the list are needed first.
preloadAccount(hint)
