import { type UserId, userId } from '#schemas/ids.ts'
import type { Storage } from '../storage/storage.ts'

/** Ids of accounts are positive: the negative one names the database that outlives the account's own. */
export const preservedDatabaseOf = (account: UserId): UserId => userId(-account)

/** Whether this names such a place and no account. */
export const isPreservedDatabase = (place: UserId): boolean => place < 0

/** Whether there is such a place: it is marked before anything is in it. */
export const hasPreservedDatabase = async (storage: Storage, place: UserId): Promise<boolean> =>
  (await storage.accounts.pendingWipes()).includes(place)

/** Deletes the place beside an account, if there is one. */
export async function deletePreservedDatabase(storage: Storage, account: UserId): Promise<void> {
  const place = preservedDatabaseOf(account)
  if (!(await hasPreservedDatabase(storage, place))) return
  await storage.destroy(place)
  await storage.accounts.markForWipe(place, false)
}
