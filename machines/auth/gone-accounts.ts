import { findAccount } from '#domain/authentication/accounts.ts'
import type { UserId } from '#schemas/ids.ts'
import type { AuthActor } from './auth-machine.ts'

/**
 * Calls `tell` for each account that is no longer stored on this device, whichever tab signed it out. Skips accounts
 * whose unsent messages may be preserved; their wipe handles them (DEC-115).
 */
export function watchGoneAccounts(auth: AuthActor, tell: (userId: UserId) => void): void {
  let known = auth.getSnapshot().context.accounts
  auth.subscribe(({ context: { accounts } }) => {
    const gone = known.filter(({ userId }) => !findAccount(accounts, userId))
    known = accounts
    for (const { userId, mayPreserveOutbox } of gone) if (!mayPreserveOutbox) tell(userId)
  })
}
