import { type UserId, userId } from '#schemas/ids.ts'
import type { Storage } from '../storage/storage.ts'

/** Account ids are positive. The negative id names the database that is kept when the account's own is wiped. */
export const preservedDatabaseOf = (account: UserId): UserId => userId(-account)

/** Whether this id names a preserved database. */
export const isPreservedDatabase = (place: UserId): boolean => place < 0

/** Whether there is a preserved database. It is marked before it is created. */
export const hasPreservedDatabase = async (storage: Storage, place: UserId): Promise<boolean> =>
  (await storage.accounts.pendingWipes()).includes(place)

/** Deletes the preserved database of an account, if there is one. */
export async function deletePreservedDatabase(storage: Storage, account: UserId): Promise<void> {
  const place = preservedDatabaseOf(account)
  if (!(await hasPreservedDatabase(storage, place))) return
  await storage.destroy(place)
  await storage.accounts.markForWipe(place, false)
}
