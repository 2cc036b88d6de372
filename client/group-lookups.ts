import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { GroupApplication } from '#schemas/translate/groups.ts'
import type { GroupInfo } from '#streams/api/groups.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import {
  createLookupCache,
  type Lookup,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

export type { GroupInfo } from '#streams/api/groups.ts'

/** How long changes of a shown group are collected into one request, ms. One act of a person causes several frames. */
const changeDelay = 250

/**
 * What the server knows about groups. Answers are requested again when a shown group has changed, or may have
 * changed while this device was not connected.
 */
export interface GroupLookups {
  /**
   * A group with its members; no members if this user is not one of them [GROUP-14 GROUP-16]. If a listed group is no
   * longer available, it is removed with a notice, and the list is fetched again [GROUP-17].
   */
  lookUpGroup(group: ConversationId): Lookup<GroupInfo>
  /** The join requests of a group, newest first; managers only. Refreshed while they are shown [ADMIN-27 ADMIN-28]. */
  lookUpGroupApplications(group: ConversationId): Lookup<readonly GroupApplication[]>
  /**
   * The names that members of a group have changed to since this tab was opened. Messages from before have the old
   * names, and fetching all members for their sake would be too much.
   */
  memberNames(group: ConversationId): Readable<MemberNames>
}

export type MemberNames = ReadonlyMap<UserId, string>

type GroupLookupCore = Pick<AccountCore, 'caller' | 'groupChanges' | 'log' | 'notify' | 'serverTime'> & {
  readonly ports: Pick<Ports, 'clock'>
}

/** The conversation list shows no group's details, so their calls are no part of the first load. */
const loadCalls = () => import('#streams/api/groups.ts')

/** Creates the look-ups on groups. Invalidates their answers when a group changes, until the log closes. */
export function createGroupLookups(core: GroupLookupCore): GroupLookups {
  const { caller, groupChanges, log, ports, serverTime } = core
  const cache = createLookupCache(ports.clock)
  const lookupsByGroup = new Map<ConversationId, Lookup<unknown>[]>()
  const register = <Value>(group: ConversationId, lookup: Lookup<Value>): Lookup<Value> => {
    lookupsByGroup.set(group, [...(lookupsByGroup.get(group) ?? []), lookup])
    return lookup
  }
  groupChanges.changed$.pipe(untilLogCloses(log)).subscribe((group) => {
    const changed = group === undefined ? [...lookupsByGroup.values()].flat() : lookupsByGroup.get(group)
    for (const lookup of changed ?? []) lookup.invalidate()
  })
  const memberNames = memoizeByKey((_group: ConversationId) => createWritable<MemberNames>(new Map()))
  groupChanges.renamed$.pipe(untilLogCloses(log)).subscribe(({ group, userId, name }) => {
    const names = memberNames(group)
    names.set(new Map([...names.get(), [userId, name]]))
  })
  return {
    memberNames,
    lookUpGroup: memoizeByKey((group) =>
      register(
        group,
        cache.lookup<GroupInfo>({
          staleTime: lookupStaleTime.default,
          changeDelay,
          load: (signal) => loadGroup(core, group, signal),
        }),
      ),
    ),
    lookUpGroupApplications: memoizeByKey((group) =>
      register(
        group,
        cache.lookup<readonly GroupApplication[]>({
          staleTime: lookupStaleTime.groupApplications,
          changeDelay,
          refreshInterval: lookupStaleTime.groupApplications,
          load: async (signal) => {
            const { getGroupApplications } = await loadCalls()
            return dataOrThrow(await getGroupApplications(caller, serverTime.now, group, { signal }))
          },
        }),
      ),
    ),
  }
}

/**
 * Fetches a group. Removes a group that was listed all along and that the server no longer shows to this user
 * [GROUP-17].
 */
async function loadGroup(
  core: GroupLookupCore,
  group: ConversationId,
  signal: AbortSignal,
): Promise<GroupInfo> {
  const { caller, log, notify, serverTime } = core
  const isListed = () => log.conversations.get().some(({ id }) => id === group)
  // A response from before this user joined must not remove the group.
  const wasListed = isListed()
  const { getGroup } = await loadCalls()
  const info = dataOrThrow(await getGroup(caller, group, { signal }))
  if (info.description !== undefined || !wasListed || !isListed()) return info
  notify({ kind: 'error', key: unavailableKey })
  // Local, because the notice above is the only one.
  await log.append([{ ...conversationRemoved(group, serverTime.now()), origin: 'local' }])
  await fetchConversations({ caller, log, serverTime, signal }).catch(ignoreFailure)
  return info
}

const unavailableKey = 'conversation.session-not-available'

/** The next list brings the change. */
const ignoreFailure = (): void => undefined
