import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause, succeeded } from '#domain/http/refusal.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import {
  type ConversationId,
  conversationId,
  type GroupApplicationId,
  parseConversationId,
  type ServerId,
  type UserId,
} from '#schemas/ids.ts'
import {
  type GroupApplication,
  type GroupMember,
  toGroupApplication,
  toGroupMember,
} from '#schemas/translate/groups.ts'
import * as calls from '#schemas/wire/calls/groups.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { CallFailed, type CallResult, dataOf, outcomeOf } from '#streams/http/call-result.ts'
import { fetchConversation, fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import {
  createLookupCache,
  type Lookup,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'
import type { Ports } from '#streams/ports.ts'

/** A request to join a group: by its QR code, with a remark to the managers, or by a member's invitation (DEC-14). */
export type JoinRequest =
  | { readonly group: ConversationId; readonly remark: string }
  | {
      readonly group: ConversationId
      readonly invite: { readonly messageId: ServerId; readonly inviterId: UserId }
    }

/** Settings that managers may change; absent ones stay as they are [ADMIN-37 GROUP-42]. */
export interface GroupChanges {
  readonly name?: string
  readonly avatarUrl?: string
  readonly isPublic?: boolean
  readonly mayAddFriends?: boolean
}

/**
 * Operations on groups. Each is a call; a notice shows its result, with the server's text if there is one [ADMIN-39 MSG-16].
 * The change itself arrives by socket frames and with the conversation list.
 */
export interface GroupOperations {
  create(group: {
    readonly name: string
    readonly avatarUrl: string
    readonly members: readonly UserId[]
  }): Promise<Outcome<ConversationId>>
  /** Joins a public group, or applies to join a private one [GROUP-18 GROUP-19]. */
  join(request: JoinRequest): Promise<Outcome>
  /** Adds friends, or sends them an invitation, or proposes them to the managers, as the group's settings say [GROUP-35] (DEC-62). */
  invite(group: ConversationId, people: readonly UserId[]): Promise<Outcome>
  leave(group: ConversationId): Promise<Outcome>
  /** Deletes the group for all members; only its owner may. */
  disband(group: ConversationId): Promise<Outcome>
  /** Removes a member, and all their messages if `withMessages` [ADMIN-12]. */
  remove(group: ConversationId, member: UserId, withMessages: boolean): Promise<Outcome>
  setBanned(group: ConversationId, member: UserId, isBanned: boolean): Promise<Outcome>
  setAllBanned(group: ConversationId, isBanned: boolean): Promise<Outcome>
  setManager(group: ConversationId, member: UserId, isManager: boolean): Promise<Outcome>
  transfer(group: ConversationId, member: UserId): Promise<Outcome>
  change(group: ConversationId, changes: GroupChanges): Promise<Outcome>
  announce(group: ConversationId, text: string): Promise<Outcome>
  /** Sets this user's name in the group; an empty name removes it. */
  setOwnName(group: ConversationId, name: string): Promise<Outcome>
  applications(group: ConversationId): Promise<Outcome<readonly GroupApplication[]>>
  answer(
    group: ConversationId,
    application: GroupApplicationId,
    answer: 'accepted' | 'rejected',
  ): Promise<Outcome>
  /** Fetches whether this user is still banned, at most once in 3 s [VIEW-11 VIEW-12]. */
  checkBan(group: ConversationId): Promise<Outcome<BanCheck>>
}

/** Whether a check of the ban was made, or skipped because the last one is recent. */
export type BanCheck = 'checked' | 'too-soon'

/** The members of a group; empty if this user is not a member [GROUP-14 GROUP-16]. */
export type GroupMembers = (group: ConversationId) => Lookup<readonly GroupMember[]>

/** ms [VIEW-12] */
const banCheckInterval = 3000

type GroupCore = Pick<AccountCore, 'caller' | 'log' | 'notify' | 'serverTime' | 'tabs' | 'userId'> & {
  readonly ports: Pick<Ports, 'clock'>
}

const idOf = (group: ConversationId): number => parseConversationId(group).wireId

/** Creates the operations on groups. */
export function createGroupOperations(core: GroupCore): GroupOperations {
  const { caller, log, notify, serverTime } = core
  const checkedAt = new Map<ConversationId, number>()

  /** Shows the server's message or rejection as a notice. */
  function notifyResult<Data>(result: CallResult<Data>): Outcome {
    const { refusal } = result.isOk ? { refusal: undefined } : result.failure
    if (refusal) notify({ kind: 'error', ...(refusal.text ? { text: refusal.text } : { key: refusal.key }) })
    else if (result.isOk && result.message) notify({ kind: 'success', text: result.message })
    return outcomeOf(result)
  }

  const notified = async <Data>(call: Promise<CallResult<Data>>): Promise<Outcome> => notifyResult(await call)

  /** Ignores failures, because the next list brings the change. */
  const refresh = () =>
    fetchConversations({ caller, log, serverTime, signal: new AbortController().signal }).then(
      () => undefined,
      () => undefined,
    )

  async function withRefresh(call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call
    if (outcome.isOk) await refresh()
    return outcome
  }

  /** Removes the group here without waiting for the server's frame [SOCK-68]. */
  async function thenRemove(group: ConversationId, call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call
    const removed = conversationRemoved(group, serverTime.now())
    if (outcome.isOk) await log.append([removed]).catch(() => undefined)
    return outcome
  }

  /** Joins or applies by the group's current setting, not by that of the time of an invitation (DEC-14). */
  async function join(request: JoinRequest): Promise<Outcome> {
    const GroupID = idOf(request.group)
    const info = await caller.call(calls.getGroupInfo, { GroupId: GroupID })
    if (!info.isOk) return notifyResult(info)
    if (info.data?.Self) return done
    const isPublic = info.data?.GroupData.JoinType === 0
    const source =
      'invite' in request
        ? { ChatID: request.invite.messageId, InviterUserId: request.invite.inviterId }
        : { Remark: request.remark }
    const call = isPublic ? calls.joinGroup : calls.applyJoinGroup
    const outcome = await withRefresh(notified(caller.call(call, { GroupID, ...source })))
    if (outcome.isOk && (isPublic || isListed(request.group))) announceJoin(request.group)
    return outcome
  }

  /** The server may have accepted the application immediately. */
  const isListed = (group: ConversationId): boolean => log.conversations.get().some(({ id }) => id === group)

  /** Announces it even if the list could not be fetched here, because other tabs may succeed [XTAB-07]. */
  const announceJoin = (group: ConversationId) =>
    core.tabs.post({ type: 'join-group', account: core.userId, group })

  return {
    async create({ name, avatarUrl, members }) {
      const UserIDs = [core.userId, ...members].join('|')
      const request = { GroupName: name, GroupImg: avatarUrl, UserIDs, Info: '', JoinType: '0' as const }
      const result = await caller.call(calls.createGroup, request)
      notifyResult(result)
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      await refresh()
      return succeeded(conversationId('group', result.data.ID))
    },
    join,
    invite: (group, people) =>
      notified(caller.call(calls.addGroupMembers, { GroupID: idOf(group), UserIDs: people.join('|') })),
    leave: (group) => thenRemove(group, notified(caller.call(calls.quitGroup, { GroupID: idOf(group) }))),
    disband: (group) => thenRemove(group, notified(caller.call(calls.deleteGroup, { GroupID: idOf(group) }))),
    remove: (group, UserID, withMessages) =>
      notified(
        caller.call(calls.kickOutGroup, {
          GroupID: idOf(group),
          UserID,
          DeleteAllChat: writeFlag(withMessages),
        }),
      ),
    setBanned: (group, UserID, isBanned) =>
      notified(
        caller.call(calls.banGroupUser, { GroupID: idOf(group), UserID, Status: writeFlag(!isBanned) }),
      ),
    setAllBanned: (group, isBanned) =>
      notified(caller.call(calls.updateGroupAllBan, { GroupID: idOf(group), AllBan: writeFlag(isBanned) })),
    setManager: (group, UserID, isManager) =>
      notified(
        caller.call(calls.changeGroupUserRole, { GroupID: idOf(group), UserID, Role: isManager ? 9 : 0 }),
      ),
    transfer: (group, UserID) => notified(caller.call(calls.transGroup, { GroupID: idOf(group), UserID })),
    change: (group, { name, avatarUrl, isPublic, mayAddFriends }) =>
      notified(
        caller.call(calls.updateGroup, {
          GroupID: idOf(group),
          ...(name === undefined ? {} : { GroupName: name }),
          ...(avatarUrl === undefined ? {} : { GroupImg: avatarUrl }),
          ...(isPublic === undefined ? {} : { JoinType: writeFlag(!isPublic) }),
          ...(mayAddFriends === undefined ? {} : { AddFriend: writeFlag(mayAddFriends) }),
        }),
      ),
    announce: (group, Info) => notified(caller.call(calls.updateGroupInfo, { GroupID: idOf(group), Info })),
    setOwnName: (group, MemberName) =>
      notified(caller.call(calls.groupUserSetName, { GroupID: idOf(group), MemberName })),
    async applications(group) {
      const result = await caller.call(calls.getGroupJoinApplications, { GroupId: idOf(group) })
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      const now = serverTime.now()
      return succeeded((result.data ?? []).map((wire) => toGroupApplication(wire, now)))
    },
    answer: (group, ApplicationID, answer) =>
      notified(
        caller.call(calls.processGroupJoinApplication, {
          GroupID: idOf(group),
          ApplicationID,
          Status: answer === 'accepted' ? '1' : '2',
        }),
      ),
    async checkBan(group) {
      const now = core.ports.clock.monotonic()
      const last = checkedAt.get(group)
      if (last !== undefined && now - last < banCheckInterval) return succeeded('too-soon')
      checkedAt.set(group, now)
      const fetched = await refetchConversation(core, group)
      return fetched.isOk ? succeeded('checked') : fetched
    },
  }
}

const unavailable = 'conversation.session-not-available'

/**
 * Fetches one conversation [SESS-29 SOCK-71]. Removes it with its messages, and shows a notice, if it is no longer available
 * [SESS-48 SESS-49].
 */
async function refetchConversation(core: GroupCore, id: ConversationId): Promise<Outcome> {
  try {
    if (await fetchConversation({ ...core, signal: new AbortController().signal }, id)) return done
  } catch (cause) {
    if (cause instanceof CallFailed) return refusedBecause(cause.failure.refusal)
    throw cause
  }
  await core.log.append([conversationRemoved(id, core.serverTime.now())])
  core.notify({ kind: 'error', key: unavailable })
  return refusedBecause({ key: unavailable })
}

/** Creates the look-up of a group's members: loaded when shown, and again once stale. */
export function createGroupMembers({
  caller,
  ports,
}: Pick<AccountCore, 'caller'> & { readonly ports: Pick<Ports, 'clock'> }): GroupMembers {
  const cache = createLookupCache(ports.clock)
  return memoizeByKey((group) =>
    cache.lookup<readonly GroupMember[]>({
      staleTime: lookupStaleTime.default,
      load: async (signal) => {
        const data = dataOf(await caller.call(calls.getGroupInfo, { GroupId: idOf(group) }, { signal }))
        return (data?.Members ?? []).map(toGroupMember)
      },
    }),
  )
}
