import type { Outcome } from '#domain/commands/command.ts'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import * as api from '#streams/api/codes.ts'
import { dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import {
  createLookupCache,
  type Lookup,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'

export type { GroupOfCode, OwnCodes } from '#streams/api/codes.ts'

/** The codes of this account and of its groups, and what other people's codes lead to. */
export interface CodeOperations {
  /** The URLs of the own codes [QR-25]. */
  readonly own: Lookup<api.OwnCodes>
  /** Ends the own codes and creates new ones. */
  renewOwn(): Promise<Outcome>
  /** The URL of a group's code [QR-27]. */
  group(group: ConversationId): Lookup<string>
  /** Ends the code of a group and creates a new one; only managers may. */
  renewGroup(group: ConversationId): Promise<Outcome>
  /** The person of a code; none if it is not valid [QR-24]. */
  person(code: string): Lookup<readonly FoundPerson[]>
  /** The group of a code; undefined if it is not valid [QR-26]. */
  joinable(code: string): Lookup<api.GroupOfCode | undefined>
  /** The name of the person who invites; undefined if the code is not valid [QR-23]. */
  inviter(code: string): Lookup<string | undefined>
  /** Asks the person of a code to become a friend [FRIEND-60]. */
  apply(code: string, remark: string): Promise<Outcome>
  /**
   * Accepts an invitation [FRIEND-61]. Resolves with the server's text, because the two are not always friends then
   * (DEC-201).
   */
  acceptInvitation(code: string): Promise<Outcome<string>>
}

type CodeCore = Pick<AccountCore, 'caller'> & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on codes. Their answers live as long as the returned object. */
export function createCodeOperations({ caller, ports }: CodeCore): CodeOperations {
  const cache = createLookupCache(ports.clock)
  const staleTime = lookupStaleTime.default
  const own = cache.lookup<api.OwnCodes>({
    staleTime,
    load: async (signal) => dataOrThrow(await api.getOwnCodes(caller, false, { signal })),
  })
  const group = memoizeByKey((id: ConversationId) =>
    cache.lookup<string>({
      staleTime,
      load: async (signal) => dataOrThrow(await api.getGroupCode(caller, id, false, { signal })),
    }),
  )
  return {
    own,
    async renewOwn() {
      const result = await api.getOwnCodes(caller, true)
      if (result.isOk) own.invalidate()
      return outcomeOf(result)
    },
    group,
    async renewGroup(id) {
      const result = await api.getGroupCode(caller, id, true)
      if (result.isOk) group(id).invalidate()
      return outcomeOf(result)
    },
    person: memoizeByKey((code: string) =>
      cache.lookup<readonly FoundPerson[]>({
        staleTime,
        async load(signal) {
          const person = dataOrThrow(await api.findPersonByCode(caller, code, { signal }))
          return person === undefined ? [] : [person]
        },
      }),
    ),
    joinable: memoizeByKey((code: string) =>
      cache.lookup<api.GroupOfCode | undefined>({
        staleTime,
        load: async (signal) => dataOrThrow(await api.findGroupByCode(caller, code, { signal })),
      }),
    ),
    inviter: memoizeByKey((code: string) =>
      cache.lookup<string | undefined>({
        staleTime,
        load: async (signal) => dataOrThrow(await api.findInviter(caller, code, { signal })),
      }),
    ),
    apply: async (code, remark) => outcomeOf(await api.applyByCode(caller, code, remark)),
    async acceptInvitation(code) {
      const result = await api.acceptInvitation(caller, code)
      return result.isOk ? succeeded(result.message) : rejectedBecause(result.failure.rejection)
    },
  }
}
