import { waitFor } from 'xstate'
import type { CredentialSource, Renewal } from '#streams/http/caller.ts'
import type { AuthActor } from './auth-machine.ts'

/**
 * The signed-in account's credentials, renewed by the auth machine: however many calls were rejected with the same
 * token, one refresh serves them all [AUTH-34 AUTH-60].
 */
export function createCredentialSource(auth: () => AuthActor): CredentialSource {
  const current = () => {
    const snapshot = auth().getSnapshot()
    const { account } = snapshot.context
    if (!account || !snapshot.matches({ session: 'signedIn' })) return undefined
    return { userId: account.userId, token: account.token }
  }
  return {
    current,
    async renew(rejected): Promise<Renewal> {
      const actor = auth()
      const before = current()
      if (before?.userId !== rejected.userId) return 'rejected'
      if (before.token !== rejected.token) return 'renewed'
      actor.send({ type: 'token.rejected', token: rejected.token })
      await waitFor(actor, (snapshot) => !snapshot.matches({ session: { signedIn: 'refreshing' } })).catch(
        // The client was disposed of meanwhile: nobody is signed in here any more.
        () => undefined,
      )
      const renewed = current()
      // Another account may have been chosen meanwhile: its token renews nobody else's.
      if (renewed?.userId !== rejected.userId) return 'rejected'
      return renewed.token === rejected.token ? 'unreachable' : 'renewed'
    },
  }
}
