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
import { type GroupApplication, toGroupApplication } from '#schemas/translate/groups.ts'
import * as calls from '#schemas/wire/calls/groups.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, outcomeOf } from '#streams/http/call-result.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import type { Ports } from '#streams/ports.ts'
import { checkConversation } from './check-conversation.ts'

/** How somebody came to a group: by its code, with a word to the managers, or by a member's message (DEC-14). */
export type JoinWish =
  | { readonly group: ConversationId; readonly remark: string }
  | {
      readonly group: ConversationId
      readonly invite: { readonly messageId: ServerId; readonly inviterId: UserId }
    }

/** What managers may change; what is left out stays [ADMIN-37 GROUP-42]. */
export interface GroupChanges {
  readonly name?: string
  readonly avatarUrl?: string
  readonly isPublic?: boolean
  readonly mayAddFriends?: boolean
}

/**
 * Membership of groups. Each is a call; what came of it is also told as a notice, in the server's words when it has any
 * [ADMIN-39 MSG-16], and what it changed comes by frames and with the list.
 */
export interface GroupOperations {
  create(wish: {
    readonly name: string
    readonly avatarUrl: string
    readonly members: readonly UserId[]
  }): Promise<Outcome<ConversationId>>
  /** Joins a public group, asks to be let into any other [GROUP-18 GROUP-19]. */
  join(wish: JoinWish): Promise<Outcome>
  /** Adds, invites or proposes friends [GROUP-35] (DEC-62). */
  invite(group: ConversationId, people: readonly UserId[]): Promise<Outcome>
  leave(group: ConversationId): Promise<Outcome>
  /** Ends it for everybody; the owner's. */
  disband(group: ConversationId): Promise<Outcome>
  /** Takes a member out, with everything they wrote when asked [ADMIN-12]. */
  remove(group: ConversationId, member: UserId, withMessages: boolean): Promise<Outcome>
  setBanned(group: ConversationId, member: UserId, isBanned: boolean): Promise<Outcome>
  setAllBanned(group: ConversationId, isBanned: boolean): Promise<Outcome>
  setManager(group: ConversationId, member: UserId, isManager: boolean): Promise<Outcome>
  transfer(group: ConversationId, member: UserId): Promise<Outcome>
  change(group: ConversationId, changes: GroupChanges): Promise<Outcome>
  announce(group: ConversationId, text: string): Promise<Outcome>
  /** The own name in the group; empty for none. */
  setOwnName(group: ConversationId, name: string): Promise<Outcome>
  applications(group: ConversationId): Promise<Outcome<readonly GroupApplication[]>>
  answer(
    group: ConversationId,
    application: GroupApplicationId,
    verdict: 'accepted' | 'rejected',
  ): Promise<Outcome>
  /** Asks the server whether the own ban still holds, at most once in 3 s [VIEW-11 VIEW-12]; says whether it did. */
  checkBan(group: ConversationId): Promise<Outcome<BanCheck>>
}

/** What came of a wish to ask: an answer is stored now, or it was too soon to ask again. */
export type BanCheck = 'asked' | 'too-soon'

/** [VIEW-12] */
const banCheckInterval = 3000

/** What these operations work on. */
type GroupCore = Pick<AccountCore, 'caller' | 'log' | 'notify' | 'serverTime' | 'tabs' | 'userId'> & {
  readonly ports: Pick<Ports, 'clock'>
}

const idOf = (group: ConversationId): number => parseConversationId(group).wireId

export function createGroupOperations(core: GroupCore): GroupOperations {
  const { caller, log, notify, serverTime } = core
  const checkedAt = new Map<ConversationId, number>()

  /** Says what the server said, and why not when it did not. */
  function tell<Data>(result: CallResult<Data>): Outcome {
    const { refusal } = result.isOk ? { refusal: undefined } : result.failure
    if (refusal) notify({ kind: 'error', ...(refusal.text ? { text: refusal.text } : { key: refusal.key }) })
    else if (result.isOk && result.message) notify({ kind: 'success', text: result.message })
    return outcomeOf(result)
  }

  const told = async <Data>(call: Promise<CallResult<Data>>): Promise<Outcome> => tell(await call)

  /** What could not be fetched comes with the next list. */
  const refresh = () =>
    fetchConversations({ caller, log, serverTime, signal: new AbortController().signal }).then(
      () => undefined,
      () => undefined,
    )

  async function refreshed(call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call
    if (outcome.isOk) await refresh()
    return outcome
  }

  /** This user is out: the group is gone here, whether or not the frame that says so comes [SOCK-68]. */
  async function goneAfter(group: ConversationId, call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call
    const removed = conversationRemoved(group, serverTime.now())
    if (outcome.isOk) await log.append([removed]).catch(() => undefined)
    return outcome
  }

  /** The way in follows from what the group is now, not from what somebody was sent (DEC-14). */
  async function join(wish: JoinWish): Promise<Outcome> {
    const GroupID = idOf(wish.group)
    const info = await caller.call(calls.getGroupInfo, { GroupId: GroupID })
    if (!info.isOk) return tell(info)
    if (info.data?.Self) return done
    const isPublic = info.data?.GroupData.JoinType === 0
    const way =
      'invite' in wish
        ? { ChatID: wish.invite.messageId, InviterUserId: wish.invite.inviterId }
        : { Remark: wish.remark }
    const call = isPublic ? calls.joinGroup : calls.applyJoinGroup
    const outcome = await refreshed(told(caller.call(call, { GroupID, ...way })))
    if (outcome.isOk && (isPublic || isListed(wish.group))) tellJoining(wish.group)
    return outcome
  }

  /** An answered application may have let this user in at once. */
  const isListed = (group: ConversationId): boolean => log.conversations.get().some(({ id }) => id === group)

  /** The other tabs hear of it even if the list could not be fetched here [XTAB-07]. */
  const tellJoining = (group: ConversationId) =>
    core.tabs.post({ type: 'join-group', account: core.userId, group })

  return {
    async create({ name, avatarUrl, members }) {
      const UserIDs = [core.userId, ...members].join('|')
      const request = { GroupName: name, GroupImg: avatarUrl, UserIDs, Info: '', JoinType: '0' as const }
      const result = await caller.call(calls.createGroup, request)
      tell(result)
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      await refresh()
      return succeeded(conversationId('group', result.data.ID))
    },
    join,
    invite: (group, people) =>
      told(caller.call(calls.addGroupMembers, { GroupID: idOf(group), UserIDs: people.join('|') })),
    leave: (group) => goneAfter(group, told(caller.call(calls.quitGroup, { GroupID: idOf(group) }))),
    disband: (group) => goneAfter(group, told(caller.call(calls.deleteGroup, { GroupID: idOf(group) }))),
    remove: (group, UserID, withMessages) =>
      told(
        caller.call(calls.kickOutGroup, {
          GroupID: idOf(group),
          UserID,
          DeleteAllChat: writeFlag(withMessages),
        }),
      ),
    setBanned: (group, UserID, isBanned) =>
      told(caller.call(calls.banGroupUser, { GroupID: idOf(group), UserID, Status: writeFlag(!isBanned) })),
    setAllBanned: (group, isBanned) =>
      told(caller.call(calls.updateGroupAllBan, { GroupID: idOf(group), AllBan: writeFlag(isBanned) })),
    setManager: (group, UserID, isManager) =>
      told(caller.call(calls.changeGroupUserRole, { GroupID: idOf(group), UserID, Role: isManager ? 9 : 0 })),
    transfer: (group, UserID) => told(caller.call(calls.transGroup, { GroupID: idOf(group), UserID })),
    change: (group, { name, avatarUrl, isPublic, mayAddFriends }) =>
      told(
        caller.call(calls.updateGroup, {
          GroupID: idOf(group),
          ...(name === undefined ? {} : { GroupName: name }),
          ...(avatarUrl === undefined ? {} : { GroupImg: avatarUrl }),
          ...(isPublic === undefined ? {} : { JoinType: writeFlag(!isPublic) }),
          ...(mayAddFriends === undefined ? {} : { AddFriend: writeFlag(mayAddFriends) }),
        }),
      ),
    announce: (group, Info) => told(caller.call(calls.updateGroupInfo, { GroupID: idOf(group), Info })),
    setOwnName: (group, MemberName) =>
      told(caller.call(calls.groupUserSetName, { GroupID: idOf(group), MemberName })),
    async applications(group) {
      const result = await caller.call(calls.getGroupJoinApplications, { GroupId: idOf(group) })
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      const now = serverTime.now()
      return succeeded((result.data ?? []).map((wire) => toGroupApplication(wire, now)))
    },
    answer: (group, ApplicationID, verdict) =>
      told(
        caller.call(calls.processGroupJoinApplication, {
          GroupID: idOf(group),
          ApplicationID,
          Status: verdict === 'accepted' ? '1' : '2',
        }),
      ),
    async checkBan(group) {
      const now = core.ports.clock.monotonic()
      const last = checkedAt.get(group)
      if (last !== undefined && now - last < banCheckInterval) return succeeded('too-soon')
      checkedAt.set(group, now)
      const checked = await checkConversation(core, group)
      return checked.isOk ? succeeded('asked') : checked
    },
  }
}
