import type { ConversationKind } from '#schemas/ids.ts'
import { type FoundPerson, toFoundPerson } from '#schemas/translate/contacts.ts'
import { toInternalControl } from '#schemas/translate/size-limits.ts'
import { searchUser } from '#schemas/wire/calls/contacts.ts'
import { getGroupReasonList, getUserReasonList } from '#schemas/wire/calls/reports.ts'
import { getSystemSetting } from '#schemas/wire/calls/settings.ts'
import { dataOf } from '../http/call-failed.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../ports.ts'
import { createLookupCache, type LookupHandle } from './lookup-cache.ts'
import { lookupKeepTime, lookupStaleTime } from './lookup-table.ts'
import { remembering } from './remembering.ts'

interface FoundReason {
  readonly id: number
  readonly text: string
}
/** What the server allows; undefined where it says nothing. */
export interface ServiceSettings {
  readonly mostForwardedMessages: number | undefined
  /** [FWD-06] */
  readonly mostForwardTargets: number | undefined
  /** Messages times conversations of one forward. */
  readonly mostForwardCopies: number | undefined
  /** Whether only admins are internal users [USER-02 USER-03]. */
  readonly isInternalControlled: boolean
}
export interface AccountLookupSet {
  /** Asked for when signed in [USER-09]. */
  readonly settings: LookupHandle<ServiceSettings>
  /** [REPORT-10 REPORT-11 REPORT-12] */
  reportReasons(kind: ConversationKind, locale: string): LookupHandle<readonly FoundReason[]>
  /** [FRIEND-57] */
  person(keyword: string): LookupHandle<readonly FoundPerson[]>
}

/** Server look-ups that an account makes with `caller`, its own; their answers are forgotten with what is returned. */
export function createAccountLookups({
  caller,
  clock,
}: {
  readonly caller: Caller
  readonly clock: Clock
}): AccountLookupSet {
  const cache = createLookupCache(clock)

  const person = remembering((keyword: string) =>
    cache.lookup<readonly FoundPerson[]>({
      staleTime: lookupStaleTime.default,
      load: async (signal) => {
        const data = dataOf(await caller.call(searchUser, { Keyword: keyword }, { signal }))
        return (data ?? []).map(toFoundPerson)
      },
    }),
  )

  // The language that they come in is the caller's own; each has a look-up of its own.
  const reasonsOf = (kind: ConversationKind) => (_locale: string) =>
    cache.lookup<readonly FoundReason[]>({
      staleTime: lookupStaleTime.reportReasons,
      keepTime: lookupKeepTime.reportReasons,
      load: async (signal) => {
        const call = kind === 'group' ? getGroupReasonList : getUserReasonList
        const data = dataOf(await caller.call(call, {}, { signal }))
        return (data ?? []).map(({ ID, Reason }) => ({ id: ID, text: Reason }))
      },
    })
  const reportReasons = {
    group: remembering(reasonsOf('group')),
    direct: remembering(reasonsOf('direct')),
  } satisfies Record<ConversationKind, unknown>

  return {
    settings: cache.lookup<ServiceSettings>({
      staleTime: lookupStaleTime.settings,
      load: async (signal) => {
        const settings = dataOf(await caller.call(getSystemSetting, {}, { signal }))
        return {
          mostForwardedMessages: settings.maxForwardMessageCount ?? undefined,
          mostForwardTargets: settings.maxForwardSessionCount ?? undefined,
          mostForwardCopies: settings.maxForwardCopyCount ?? undefined,
          isInternalControlled: toInternalControl(settings),
        }
      },
    }),
    reportReasons: (kind, locale) => reportReasons[kind](locale),
    person,
  }
}
