import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { rejectionNotice } from '#domain/notification/toast.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId, GroupApplicationId, UserId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { uploadGroupPicture } from '#streams/api/account.ts'
import * as api from '#streams/api/group-changes.ts'
import { getGroup } from '#streams/api/groups.ts'
import { CallFailed, type CallResult, outcomeOf } from '#streams/http/call-result.ts'
import { fetchConversation, fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import type { Ports } from '#streams/ports.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { appendConfirmed } from './append-confirmed.ts'

/**
 * Operations on groups. Each is a call; a notice shows its result, with the server's text if there is one [ADMIN-39
 * MSG-16]. Rejections of `create`, `change`, `announce` and `setOwnName` are shown by their forms. The change itself
 * arrives by socket frames and with the conversation list. A rejection for lack of rights or of the object fetches the
 * group again, and removes it if this user is no longer in it.
 */
export interface GroupOperations {
  create(group: {
    readonly name: string
    readonly avatarUrl: string
    readonly members: readonly UserId[]
  }): Promise<Outcome<ConversationId>>
  /** Joins a public group, or applies to join a private one [GROUP-18 GROUP-19]. */
  join(request: api.JoinRequest): Promise<Outcome>
  /**
   * Adds friends, or sends them an invitation, or proposes them to the managers, as the group's settings say [GROUP-35]
   * (DEC-62).
   */
  invite(group: ConversationId, people: readonly UserId[]): Promise<Outcome>
  leave(group: ConversationId): Promise<Outcome>
  /** Deletes the group for all members; only its owner may. */
  disband(group: ConversationId): Promise<Outcome>
  /** Removes a member, and all their messages if `withMessages` [ADMIN-12]. */
  remove(group: ConversationId, member: UserId, withMessages: boolean): Promise<Outcome>
  /** Resolves with the server's text, which the caller shows together with an undo. */
  setBanned(group: ConversationId, member: UserId, isBanned: boolean): Promise<Outcome<string>>
  setAllBanned(group: ConversationId, isBanned: boolean): Promise<Outcome>
  setManager(group: ConversationId, member: UserId, isManager: boolean): Promise<Outcome>
  transfer(group: ConversationId, member: UserId): Promise<Outcome>
  change(group: ConversationId, changes: api.GroupSettingsChange): Promise<Outcome>
  /** Uploads a picture for a group and resolves with its URL. The group gets it by `create` or `change`. */
  uploadPicture(file: UploadFile): Promise<Outcome<string>>
  announce(group: ConversationId, text: string): Promise<Outcome>
  /** Sets this user's name in the group; an empty name removes it. */
  setOwnName(group: ConversationId, name: string): Promise<Outcome>
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

/** ms [VIEW-12] */
const banCheckInterval = 3000

type GroupCore = Pick<
  AccountCore,
  'caller' | 'groupChanges' | 'log' | 'notify' | 'serverTime' | 'tabs' | 'userId'
> & {
  readonly ports: Pick<Ports, 'clock' | 'report'>
}

/** Creates the operations on groups. */
export function createGroupOperations(core: GroupCore): GroupOperations {
  const { caller, log, notify, serverTime } = core
  const checkedAt = new Map<ConversationId, number>()

  function notifyRejection(rejection: Rejection): ReturnType<typeof rejectedBecause> {
    notify(rejectionNotice(rejection))
    return rejectedBecause(rejection)
  }

  /** Shows the server's message or rejection as a notice. */
  function notifyResult<Data>(result: CallResult<Data>): Outcome {
    if (!result.isOk) return notifyRejection(result.failure.rejection)
    if (result.message) notify({ kind: 'success', text: result.message })
    return done
  }

  /** Shows the result of a call. Fetches the group again if the rejection says that this device's data are outdated. */
  async function showResult<Data, Value>(
    group: ConversationId,
    call: Promise<CallResult<Data>>,
    show: (result: CallResult<Data>) => Outcome<Value>,
  ): Promise<Outcome<Value>> {
    const result = await call
    const code = result.isOk ? undefined : result.failure.code
    if (isGone(code) && (await isRemoved(group))) return notifyRejection({ key: unavailable })
    const outcome = show(result)
    if (!isOutdated(code)) return outcome
    core.groupChanges.announce(group)
    await refetchConversation(core, group)
    return outcome
  }

  /** Shows the result of a change. Announces a success without waiting for the server's frame. */
  async function completeChange<Data, Value>(
    group: ConversationId,
    call: Promise<CallResult<Data>>,
    show: (result: CallResult<Data>) => Outcome<Value>,
  ): Promise<Outcome<Value>> {
    const outcome = await showResult(group, call, show)
    if (outcome.isOk) core.groupChanges.announce(group)
    return outcome
  }

  const completeWithNotice = <Data>(
    group: ConversationId,
    call: Promise<CallResult<Data>>,
  ): Promise<Outcome> => completeChange(group, call, notifyResult)

  /** Leaves a rejection to the form, which shows it at the field or as a toast. */
  const completeForForm = <Data>(group: ConversationId, call: Promise<CallResult<Data>>): Promise<Outcome> =>
    completeChange(group, call, (result) => (result.isOk ? notifyResult(result) : outcomeOf(result)))

  /** Ignores failures, because the next list brings the change. */
  const refresh = () =>
    fetchConversations({ caller, log, serverTime, signal: new AbortController().signal }).then(
      () => undefined,
      () => undefined,
    )

  async function refreshOnSuccess(call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call
    if (outcome.isOk) await refresh()
    return outcome
  }

  /** Fetches the group again. Returns true if it is no longer available, and so was removed here. */
  async function isRemoved(group: ConversationId): Promise<boolean> {
    const fetched = await refetchConversation(core, group)
    return !fetched.isOk && fetched.rejection.key === unavailable
  }

  /**
   * Removes the group here without waiting for the server's frame [SOCK-68]. Succeeds as well if the group is already
   * gone: its owner has disbanded it, or the response to an earlier attempt was lost.
   */
  async function removeOnSuccess<Data>(
    group: ConversationId,
    call: Promise<CallResult<Data>>,
  ): Promise<Outcome> {
    const result = await call
    if (!result.isOk && isGone(result.failure.code) && (await isRemoved(group))) return done
    const outcome = await showResult(group, Promise.resolve(result), notifyResult)
    const removed = conversationRemoved(group, serverTime.now())
    if (outcome.isOk) await appendConfirmed(core, [removed])
    return outcome
  }

  /** Joins or applies by the group's current setting, not by that of the time of an invitation (DEC-14). */
  async function join(request: api.JoinRequest): Promise<Outcome> {
    const { group } = request
    const info = await getGroup(caller, group)
    if (!info.isOk) return notifyResult(info)
    const { isMember, isPublic } = info.data
    if (isMember) {
      // This device may not have listed it yet.
      await refresh()
      announceJoin(group)
      return done
    }
    const result = await (isPublic ? joinOrApply(request) : api.applyToJoinGroup(caller, request))
    const outcome = await refreshOnSuccess(Promise.resolve(notifyResult(result)))
    if (outcome.isOk && (isPublic || isListed(group))) announceJoin(group)
    return outcome
  }

  /** Joins a public group. A removed member can only apply with an invitation, which a manager then decides on. */
  async function joinOrApply(request: api.JoinRequest): Promise<CallResult<unknown>> {
    const joined = await api.joinGroup(caller, request)
    const mustApply = !joined.isOk && joined.failure.code === resultCode.forbidden && 'invite' in request
    return mustApply ? api.applyToJoinGroup(caller, request) : joined
  }

  /** The server may have accepted the application immediately. */
  const isListed = (group: ConversationId): boolean => log.conversations.get().some(({ id }) => id === group)

  /** Announces it even if the list could not be fetched here, because other tabs may succeed [XTAB-07]. */
  const announceJoin = (group: ConversationId) =>
    core.tabs.post({ type: 'join-group', account: core.userId, group })

  return {
    async create({ name, avatarUrl, members }) {
      const result = await api.createGroup(caller, { name, avatarUrl, members: [core.userId, ...members] })
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      await refresh()
      return succeeded(result.data)
    },
    join,
    invite: (group, people) => completeWithNotice(group, api.addGroupMembers(caller, group, people)),
    leave: (group) => removeOnSuccess(group, api.leaveGroup(caller, group)),
    disband: (group) => removeOnSuccess(group, api.disbandGroup(caller, group)),
    remove: (group, member, withMessages) =>
      completeWithNotice(group, api.removeGroupMember(caller, group, member, withMessages)),
    setBanned: (group, member, isBanned) =>
      completeChange(group, api.setMemberBanned(caller, group, member, isBanned), (result) =>
        result.isOk ? succeeded(result.message) : notifyRejection(result.failure.rejection),
      ),
    setAllBanned: (group, isBanned) => completeWithNotice(group, api.setAllBanned(caller, group, isBanned)),
    setManager: (group, member, isManager) =>
      completeWithNotice(group, api.setManager(caller, group, member, isManager)),
    transfer: (group, member) => completeWithNotice(group, api.transferGroup(caller, group, member)),
    change: (group, changes) => completeForForm(group, api.changeGroup(caller, group, changes)),
    announce: (group, text) => completeForForm(group, api.setAnnouncement(caller, group, text)),
    async uploadPicture(file) {
      const result = await uploadGroupPicture(caller, file)
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      return result.data === undefined ? rejectedBecause({ key: failureKey.generic }) : succeeded(result.data)
    },
    setOwnName: (group, name) => completeForForm(group, api.setOwnGroupName(caller, group, name)),
    answer: (group, application, answer) =>
      completeWithNotice(group, api.answerGroupApplication(caller, group, application, answer)),
    async checkBan(group) {
      const now = core.ports.clock.monotonic()
      const last = checkedAt.get(group)
      if (last !== undefined && now - last < banCheckInterval) return succeeded('too-soon')
      checkedAt.set(group, now)
      const fetched = await refetchConversation(core, group)
      if (fetched.isOk) return succeeded('checked')
      return fetched.rejection.key === unavailable ? notifyRejection(fetched.rejection) : fetched
    },
  }
}

const unavailable = 'conversation.session-not-available'

/** Whether a group call was rejected because this user is not, or no longer, in the group. */
const isGone = (code: number | undefined): boolean =>
  code === resultCode.unavailable || code === resultCode.notMember || code === resultCode.conversationGone

/** Whether a group call was rejected because roles, members or requests have changed. */
const isOutdated = (code: number | undefined): boolean =>
  code === resultCode.forbidden || code === resultCode.notFound

/**
 * Fetches one conversation [SESS-29 SOCK-71]. Removes it with its messages if it is no longer available
 * [SESS-48 SESS-49]. Never rejects.
 */
async function refetchConversation(core: GroupCore, id: ConversationId): Promise<Outcome> {
  try {
    if (await fetchConversation({ ...core, signal: new AbortController().signal }, id)) return done
  } catch (cause) {
    // Apart from the call only the log can fail, and it reports its own faults.
    return rejectedBecause(
      cause instanceof CallFailed ? cause.failure.rejection : { key: 'errors.storage-failed' },
    )
  }
  await appendConfirmed(core, [conversationRemoved(id, core.serverTime.now())])
  return rejectedBecause({ key: unavailable })
}
