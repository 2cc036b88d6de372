import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { GroupApplication } from '#schemas/translate/groups.ts'
import { type GroupInfo, getGroup, getGroupApplications } from '#streams/api/groups.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import {
  createLookupCache,
  type Lookup,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'
import type { Ports } from '#streams/ports.ts'

export type { GroupInfo } from '#streams/api/groups.ts'

/** How long changes of a shown group are collected into one request, ms. One act of a person causes several frames. */
const changeDelay = 250

/**
 * What the server knows about groups. Answers are requested again when a shown group has changed, or may have
 * changed while this device was not connected.
 */
export interface GroupLookups {
  /** A group with its members; no members if this user is not one of them [GROUP-14 GROUP-16]. */
  lookUpGroup(group: ConversationId): Lookup<GroupInfo>
  /** The join requests of a group, newest first; managers only. Refreshed while they are shown [ADMIN-27 ADMIN-28]. */
  lookUpGroupApplications(group: ConversationId): Lookup<readonly GroupApplication[]>
}

/** Creates the look-ups on groups. Invalidates their answers when a group changes, until the log closes. */
export function createGroupLookups({
  caller,
  groupChanges,
  log,
  ports,
  serverTime,
}: Pick<AccountCore, 'caller' | 'groupChanges'> & {
  readonly serverTime: Pick<AccountCore['serverTime'], 'now'>
  readonly log: Pick<AccountCore['log'], 'appended$'>
  readonly ports: Pick<Ports, 'clock'>
}): GroupLookups {
  const cache = createLookupCache(ports.clock)
  const lookupsByGroup = new Map<ConversationId, Lookup<unknown>[]>()
  const register = <Value>(group: ConversationId, lookup: Lookup<Value>): Lookup<Value> => {
    lookupsByGroup.set(group, [...(lookupsByGroup.get(group) ?? []), lookup])
    return lookup
  }
  const subscription = groupChanges.changed$.subscribe((group) => {
    const changed = group === undefined ? [...lookupsByGroup.values()].flat() : lookupsByGroup.get(group)
    for (const lookup of changed ?? []) lookup.invalidate()
  })
  log.appended$.subscribe({ complete: () => subscription.unsubscribe() })
  return {
    lookUpGroup: memoizeByKey((group) =>
      register(
        group,
        cache.lookup<GroupInfo>({
          staleTime: lookupStaleTime.default,
          changeDelay,
          load: async (signal) => dataOrThrow(await getGroup(caller, group, { signal })),
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
          load: async (signal) =>
            dataOrThrow(await getGroupApplications(caller, serverTime.now, group, { signal })),
        }),
      ),
    ),
  }
}
