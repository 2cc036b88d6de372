import { findAccount } from '#domain/authentication/accounts.ts'
import type { UserId } from '#schemas/ids.ts'
import type { AuthActor } from './auth-machine.ts'

/**
 * Tells of each account that is not stored on this device any more, whichever tab signed it out. One whose unsent messages may
 * outlive the sign-out is left to whoever wipes it (DEC-115).
 */
export function watchGoneAccounts(auth: AuthActor, tell: (userId: UserId) => void): void {
  let known = auth.getSnapshot().context.accounts
  auth.subscribe(({ context: { accounts } }) => {
    const gone = known.filter(({ userId }) => !findAccount(accounts, userId))
    known = accounts
    for (const { userId, mayPreserveOutbox } of gone) if (!mayPreserveOutbox) tell(userId)
  })
}
