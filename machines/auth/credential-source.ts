import { waitFor } from 'xstate'
import type { CredentialSource, Renewal } from '#streams/http/caller.ts'
import type { AuthActor } from './auth-machine.ts'

/**
 * The credentials of the signed-in account. Concurrent calls rejected with the same token share one refresh [AUTH-34
 * AUTH-60].
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
        // The client was disposed of meanwhile, so nobody is signed in.
        () => undefined,
      )
      const renewed = current()
      // Another account may have been selected meanwhile. Its token must not be used for this one.
      if (renewed?.userId !== rejected.userId) return 'rejected'
      return renewed.token === rejected.token ? 'unreachable' : 'renewed'
    },
  }
}
