import { useCallback, useEffect, useState } from 'react'
import type { FriendChanges } from '#client/friend-changes.ts'
import type { UserId } from '#schemas/ids.ts'
import type { BlockedPerson } from '#schemas/translate/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import { useSubmission } from '../forms/use-submission.ts'

const loading: LookupState<readonly BlockedPerson[]> = { status: 'loading' }
const notRequested: Readable<LookupState<readonly BlockedPerson[]>> = {
  get: () => loading,
  subscribe: () => () => undefined,
}

/** The blacklist, whose code is loaded with the first page that needs it. `retry` loads it again after a failure. */
export const useBlacklist = () => {
  const { loadFriendChanges } = useAccount()
  const [changes, setChanges] = useState<FriendChanges>()
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    setHasFailed(false)
    loadFriendChanges().then(setChanges, () => setHasFailed(true))
  }, [loadFriendChanges])
  useEffect(load, [load])
  const view = useReadable(changes?.blacklist ?? notRequested)
  return {
    people: view.status === 'ready' ? view.value : undefined,
    hasFailed: hasFailed || view.status === 'failed',
    retry: changes?.blacklist.reload ?? load,
  }
}

interface Blocking {
  readonly isPending: boolean
  block(): void
  unblock(entryId: number): void
}

/** Blocks and unblocks a person. A notice shows the server's message, a toast a failure [BLOCK-03 BLOCK-10]. */
export const useBlocking = (person: UserId, onBlocked: () => void = () => undefined): Blocking => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { loadFriendChanges } = useAccount()
  const submission = useSubmission((rejection) =>
    toasts.show({ kind: 'error', text: rejectionText(rejection) }),
  )
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
