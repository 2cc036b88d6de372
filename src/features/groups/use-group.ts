import { useMemo } from 'react'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { withOwnRemarks } from './group-member.ts'

/** Returns what the server knows about a group, and requests its changes. Requests nothing for `undefined`. */
export const useGroup = (group: ConversationId | undefined): LookupState<GroupInfo> => {
  const { lookUpGroup } = useAccount()
  return useWithOwnRemarks(useReadable(group === undefined ? notRequested : lookUpGroup(group)))
}

const useWithOwnRemarks = (known: LookupState<GroupInfo>): LookupState<GroupInfo> => {
  const friends = useReadable(useAccount().friends)
  return useMemo(() => {
    if (known.status !== 'ready') return known
    return { ...known, value: { ...known.value, members: withOwnRemarks(known.value.members, friends) } }
  }, [known, friends])
}

/**
 * The same for a part of a screen that many people have open, such as a message: changes are requested when it is next
 * shown, because otherwise every member would fetch all members after every change.
 */
export const useGroupWithoutRefresh = (group: ConversationId | undefined): LookupState<GroupInfo> => {
  const { lookUpGroup } = useAccount()
  return useReadable(group === undefined ? notRequested : lookUpGroup(group).withoutRefresh)
}
