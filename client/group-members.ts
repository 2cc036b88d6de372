import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { type GroupMember, toGroupMember } from '#schemas/translate/group-members.ts'
import { getGroupInfo } from '#schemas/wire/calls/groups.ts'
import { dataOf } from '#streams/http/call-failed.ts'
import { createLookupCache, type LookupHandle } from '#streams/lookups/lookup-cache.ts'
import { lookupStaleTime } from '#streams/lookups/lookup-table.ts'
import { remembering } from '#streams/lookups/remembering.ts'
import type { Ports } from '#streams/ports.ts'

/** Who is in a group; nobody where this user is not [GROUP-14 GROUP-16]. */
export type GroupMembers = (group: ConversationId) => LookupHandle<readonly GroupMember[]>

interface GroupMembersCore extends Pick<AccountCore, 'caller'> {
  readonly ports: Pick<Ports, 'clock'>
}

/** Looks members up when somebody wants to see them; what is fresh is not asked for again. */
export function createGroupMembers({ caller, ports }: GroupMembersCore): GroupMembers {
  const cache = createLookupCache(ports.clock)
  return remembering((group) =>
    cache.lookup<readonly GroupMember[]>({
      staleTime: lookupStaleTime.default,
      load: async (signal) => {
        const GroupId = parseConversationId(group).wireId
        const data = dataOf(await caller.call(getGroupInfo, { GroupId }, { signal }))
        return (data?.Members ?? []).map(toGroupMember)
      },
    }),
  )
}
