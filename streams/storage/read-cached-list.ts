import type { UserId } from '#schemas/ids.ts'
import { cachedListKey, cachedListModel, readStoredCachedList } from '#schemas/storage/cached-list.ts'
import {
  accountDatabaseName,
  accountDatabaseVersion,
  type DatabasePlatform,
  deviceDatabase,
  readDatabase,
  requestResult,
} from './databases.ts'

type Platform = Pick<DatabasePlatform, 'indexedDB'>

/**
 * The cached list snapshot of an account, if the account is signed in and chosen, and its log has not changed since the
 * snapshot. Else undefined. Both databases are read at the same time, which is why the caller passes the account it
 * expects to be chosen; `isOfTab` if the tab itself has stored this choice. Rejects with the browser's error.
 */
export async function readCachedList(platform: Platform, account: UserId, isOfTab = false): Promise<unknown> {
  const [isChosen, snapshot] = await Promise.all([
    isSignedInAndChosen(platform, account, isOfTab),
    readSnapshot(platform, account),
  ])
  return isChosen ? snapshot : undefined
}

async function isSignedInAndChosen(platform: Platform, account: UserId, isOfTab: boolean): Promise<boolean> {
  const reading = await readDatabase(platform, deviceDatabase, ['settings', 'accounts'], async (table) => {
    const [chosen, stored] = await Promise.all([
      requestResult<unknown>(table('settings').get('chosen')),
      requestResult<unknown>(table('accounts').get(account)),
    ])
    // An account with an error was signed out by force; the app shows that first.
    const isSignedIn = typeof fieldOf(stored, 'token') === 'string' && fieldOf(stored, 'error') === undefined
    return isSignedIn && (isOfTab || fieldOf(chosen, 'value') === account)
  })
  return reading.status === 'read' && reading.value
}

async function readSnapshot(platform: Platform, account: UserId): Promise<unknown> {
  const database = { name: accountDatabaseName(account), version: accountDatabaseVersion }
  const { name: model, version } = cachedListModel
  const tables = ['segments', 'rows', 'checkpoints', 'meta']
  const reading = await readDatabase(platform, database, tables, async (table) => {
    const [newest, row, checkpoint, epoch] = await Promise.all([
      requestResult(table('segments').openKeyCursor(null, 'prev')),
      requestResult<unknown>(table('rows').get([model, cachedListKey])),
      requestResult<unknown>(table('checkpoints').get(model)),
      requestResult<unknown>(table('meta').get('epoch')),
    ])
    const stored = readStoredCachedList(fieldOf(row, 'value'))
    const isCurrent =
      fieldOf(checkpoint, 'version') === version &&
      fieldOf(checkpoint, 'segment') === newest?.key &&
      stored?.epoch === (fieldOf(epoch, 'value') ?? 0)
    return isCurrent ? stored?.snapshot : undefined
  })
  return reading.status === 'read' ? reading.value : undefined
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
