import type { Outcome } from '#domain/commands/command.ts'
import { checkFriendRemark, type RemarkChange, remarkChangeOf } from '#domain/forms/friend-forms.ts'
import { done, failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { UserId } from '#schemas/ids.ts'
import type { BlockedPerson } from '#schemas/translate/contacts.ts'
import * as api from '#streams/api/contact-changes.ts'
import { type CallResult, dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import { createLookupCache, type Lookup, lookupStaleTime } from '#streams/lookups/lookup-cache.ts'
import type { Ports } from '#streams/ports.ts'
import { appendConfirmed } from './append-confirmed.ts'
import type { TagList } from './tag-list.ts'

/** The blacklist, and changes of friends. */
export interface FriendChanges {
  /** The people whom this account has blocked. Requested again as soon as it changes on any device [BLOCK-07]. */
  readonly blacklist: Lookup<readonly BlockedPerson[]>
  /**
   * Blocks a person and shows the server's message as a notice. Other tabs that show the conversation close it [BLOCK-05
   * BLOCK-08 BLOCK-10].
   */
  block(person: UserId): Promise<Outcome>
  /** Removes an entry of the blacklist and shows the server's message as a notice [BLOCK-09]. */
  unblock(entryId: number): Promise<Outcome>
  /** Deletes a friend, with the conversation on this account's devices and the tags [FRIEND-50 FRIEND-62]. */
  remove(friend: UserId): Promise<Outcome>
  /**
   * Sets a friend's remark, trimmed. An empty one, or the friend's nickname, resets it. An unchanged one makes no call
   * [FRIEND-35 FRIEND-36 FRIEND-37 FRIEND-63].
   */
  setRemark(friend: UserId, text: string): Promise<Outcome<RemarkChange['kind']>>
}

type FriendCore = Pick<
  AccountCore,
  'blacklistChanges' | 'caller' | 'log' | 'notify' | 'serverTime' | 'tabs' | 'userId'
> & { readonly ports: Pick<Ports, 'clock' | 'report'> }

/**
 * Creates the changes of friends. Invalidates the blacklist when it changes, until the log closes.
 * @param tags the account's tags, invalidated when a friend is deleted
 */
export function createFriendChanges(core: FriendCore, tags: Pick<TagList, 'announceChange'>): FriendChanges {
  const { blacklistChanges, caller, log, notify, ports, serverTime, tabs, userId } = core
  const blacklist = createLookupCache(ports.clock).lookup<readonly BlockedPerson[]>({
    staleTime: lookupStaleTime.default,
    load: async (signal) => dataOrThrow(await api.getBlacklist(caller, { signal })),
  })
  blacklistChanges.changed$.pipe(untilLogCloses(log)).subscribe(() => blacklist.invalidate())

  /** Announces a successful change to all tabs, and shows the server's message. */
  function finish(result: CallResult<unknown>): Outcome {
    if (!result.isOk) return outcomeOf(result)
    blacklistChanges.announce()
    if (result.message) notify({ kind: 'success', text: result.message })
    return done
  }

  const account = { stream: 'account', origin: 'local' } as const
  const findFriend = (friend: UserId) => log.friends.get().find((one) => one.userId === friend)

  return {
    blacklist,
    async block(person) {
      if (person === userId) return rejectedBecause({ key: failureKey.generic })
      const outcome = finish(await api.blockPerson(caller, person))
      if (outcome.isOk)
        tabs.post({ type: 'leave-session', account: userId, left: { type: 'user', id: person } })
      return outcome
    },
    unblock: async (entryId) => finish(await api.unblockPerson(caller, entryId)),
    async remove(friend) {
      const result = await api.deleteFriend(caller, friend)
      if (!result.isOk) return outcomeOf(result)
      const now = serverTime.now()
      const conversations = log.conversations.get().filter(({ peerId }) => peerId === friend)
      await appendConfirmed(core, [
        { ...account, type: 'FriendRemoved', data: { userId: friend }, occurredAt: now },
        ...conversations.map(({ id }) => conversationRemoved(id, now)),
      ])
      tags.announceChange()
      return done
    },
    async setRemark(friend, text) {
      const known = findFriend(friend)
      if (!known) return rejectedBecause({ key: failureKey.generic })
      const error = checkFriendRemark(text)
      if (error) return rejectedBecause(error)
      const change = remarkChangeOf(text, known)
      if (change.kind === 'unchanged') return succeeded(change.kind)
      const { kind, remark } = change
      const result = await api.remarkFriend(caller, friend, remark)
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      // Read again: a list that came during the call may have changed the friend or ended the friendship.
      const current = findFriend(friend)
      if (current) {
        const { displayName: _displayName, ...facts } = current
        const data = { facts: { ...facts, remark } }
        await appendConfirmed(core, [
          { ...account, type: 'FriendListed', data, occurredAt: serverTime.now() },
        ])
      }
      return succeeded(kind)
    },
  }
}
