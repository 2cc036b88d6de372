import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'

/** The blacklist, whose code is loaded with the first page that needs it. `retry` loads it again after a failure. */
export const useBlacklist = () => {
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadFriendChanges)
  const view = useReadable(loaded?.blacklist ?? notRequested)
  return {
    people: view.status === 'ready' ? view.value : undefined,
    hasFailed: hasFailed || view.status === 'failed',
    retry: loaded?.blacklist.reload ?? retry,
  }
}

interface Blocking {
  readonly isPending: boolean
  block(): void
  unblock(entryId: number): void
}

/** Blocks and unblocks a person. A notice shows the server's message, a toast a failure [BLOCK-03 BLOCK-10]. */
export const useBlocking = (person: UserId, onBlocked: () => void = () => undefined): Blocking => {
  const { loadFriendChanges } = useAccount()
  const submission = useSubmissionWithToast()
  const block = async () => {
    const changes = await loadFriendChanges()
    const outcome = await changes.block(person)
    if (outcome.isOk) onBlocked()
    return outcome
  }
  const unblock = async (entryId: number) => {
    const changes = await loadFriendChanges()
    return changes.unblock(entryId)
  }
  return {
    isPending: submission.isSubmitting,
    block: () => submission.submit(block),
    unblock: (entryId) => submission.submit(() => unblock(entryId)),
  }
}
