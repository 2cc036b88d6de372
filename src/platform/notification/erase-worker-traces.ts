import type { UserId } from '#schemas/ids.ts'
import { eraseRepliesUnless } from './stored-replies.ts'
import { closeWorkerNotifications } from './worker-messages.ts'

interface WorkerTraces {
  readonly caches: Pick<CacheStorage, 'open'>
  /** Undefined where the browser has no service workers. */
  readonly workers: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined
}

/**
 * Erases what the service worker has of accounts that have signed out: their notifications, and the replies that were
 * written into notifications.
 * @param signedOut the accounts that have signed out since the last call
 */
export async function eraseWorkerTraces(
  { caches, workers }: WorkerTraces,
  signedOut: readonly UserId[],
  isSignedIn: (account: UserId) => boolean,
): Promise<void> {
  if (workers) for (const account of signedOut) await closeWorkerNotifications(workers, account)
  await eraseRepliesUnless(caches, isSignedIn)
}
