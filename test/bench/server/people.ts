import type { StoredAccount } from '#schemas/storage/account.ts'
import { befriendByCall, type Caller, createCaller, signUpByCall } from '#test/browser/support/calls.ts'

/** A person on the real server, with the identity that their calls and sockets use. */
export type Person = Pick<StoredAccount, 'userId' | 'token'>

/** Makes calls as one person. */
export const callerAt = (address: string, { userId, token }: Person): Caller =>
  createCaller({ address }, { UID: userId, Token: token })

let nextPhone = 10_000_000

/** Signs a new person up by calls. */
export function signUp(address: string): Promise<StoredAccount> {
  nextPhone += 1
  return signUpByCall({ address }, 'Bench', `139${nextPhone}`)
}

/** Makes two people friends. Returns their conversation's id. */
export async function befriend(address: string, asking: Person, asked: Person): Promise<number> {
  const caller = callerAt(address, asking)
  await befriendByCall(caller, callerAt(address, asked))
  return (await caller.call<{ readonly ID: number }>('/CreateChatSession', { UserID: asked.userId })).ID
}
