import { type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { OwnSetting } from '#schemas/log/events.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import { errorName } from '../http/rejection.ts'
import {
  isAnnouncementUnread,
  isHidden,
  localUnread,
  newestKnownId,
  withPendingSettings,
} from './conversation-actions.ts'
import { newestSurviving } from './conversation-list.ts'
import type { ConversationState } from './conversation-state.ts'
import { historyDroppedThrough } from './recent-messages.ts'
import { countUnread } from './unread-count.ts'

/** Returns the events of a command for one listed conversation. */
type Events = (state: ConversationState, given: DecisionInput) => readonly NewEvent[]

const rejected: Decision = { isOk: false, rejection: { key: 'conversation.session-not-available' } }

/** Decides about a listed conversation. Rejects an unknown one. */
const forListedConversation =
  (events: Events) =>
  (
    { conversationId }: { readonly conversationId: ConversationState['id'] },
    { conversations }: AccountState,
    given: DecisionInput,
  ): Decision => {
    const state = conversations.byId.get(conversationId)
    return state?.facts ? decided(...events(state, given)) : rejected
  }

const local = ({ id }: ConversationState, { now }: DecisionInput) =>
  ({ stream: id, occurredAt: now, origin: 'local' }) as const

/** Marks everything known as read and removes the unread mark set by hand [SESS-39 SESS-41 SESS-42]. */
export const markWholeRead: Events = (state, given) => {
  const upTo = newestKnownId(state)
  const isUnread = upTo > state.readUpTo
  return [
    ...unmarkingEvents(state, given),
    ...(isUnread ? [readEvent(state, given, { upTo, isWhole: true })] : []),
  ]
}

const openingEvents: Events = (state, given) =>
  state.facts?.isNew && !state.isOpened
    ? [{ ...local(state, given), type: 'ConversationOpened', data: {} }]
    : []

/** Returns the event that removes the mark as unread, or none if the conversation has no mark. */
export const unmarkingEvents: Events = (state, given) =>
  isMarkedUnread(state)
    ? [{ ...local(state, given), type: 'ConversationMarked', data: { isUnread: false } }]
    : []

const isMarkedUnread = ({ unreadMark }: ConversationState): boolean => unreadMark !== undefined

const hiddenEvent = (state: ConversationState, given: DecisionInput): NewEvent => ({
  ...local(state, given),
  type: 'ConversationHidden',
  data: { through: newestKnownId(state) },
})

/** Clears every message that is known to exist. Unsent messages stay. */
const clearingEvents: Events = (state, given) => {
  const data = {
    through: newestKnownId(state),
    sequence: state.contiguousRanges.at(-1)?.to ?? 0,
    activeAt: newestSurviving(state)?.sentAt ?? historyDroppedThrough(state.recent),
  }
  return [...unmarkingEvents(state, given), { ...local(state, given), type: 'ConversationCleared', data }]
}

/**
 * Discards failed messages, because only their author can retry them. Stale and pending ones are still sent (DEC-107).
 */
const clearAndDiscardEvents: Events = (state, given) => {
  const failed = [...state.unsent.values()].filter((message) => message.state === 'failed')
  return [
    ...failed.map(
      ({ clientId }): NewEvent => ({
        ...local(state, given),
        type: 'MessageDiscarded',
        data: { clientId },
      }),
    ),
    ...clearingEvents(state, given),
  ]
}

const settingRequested = (
  state: ConversationState,
  given: DecisionInput,
  setting: OwnSetting,
  isOn: boolean,
): NewEvent => ({
  ...local(state, given),
  type: 'SettingRequested',
  data: { setting, isOn, requestId: given.clientId },
})

/** Whether a setting is on, pending changes included. */
const isSet = (state: ConversationState, setting: OwnSetting): boolean => {
  if (!state.facts) return false
  const { isPinned, isMuted } = withPendingSettings(state.facts, state)
  return setting === 'pinned' ? isPinned : isMuted
}

/** Marks the whole conversation read, a new one included [SESS-39 SESS-40 SESS-41]. */
export const decideReadConversation = forListedConversation((state, given) => [
  ...markWholeRead(state, given),
  ...openingEvents(state, given),
])

/** Shows an unread count of 1 on a conversation without unread messages [SESS-43]. */
export const decideMarkUnread = forListedConversation((state, given) => {
  if (isMarkedUnread(state) || countUnread(localUnread(state)) > 0) return []
  const data = { isUnread: true, through: newestKnownId(state) }
  return [{ ...local(state, given), type: 'ConversationMarked', data }]
})

/** Marks the group's current announcement as read [VIEW-07]. */
export const decideReadAnnouncement = forListedConversation((state, given) => {
  const announcement = state.facts?.group?.announcement ?? ''
  return isAnnouncementUnread(state)
    ? [{ ...local(state, given), type: 'AnnouncementRead', data: { announcement } }]
    : []
})

/** Pins or mutes locally; the outbox then sends the change to the server [SESS-45 SESS-46]. */
export const decideSetOwnSetting = (
  command: CommandOf<'SetOwnSetting'>,
  account: AccountState,
  given: DecisionInput,
): Decision =>
  forListedConversation((state) => {
    const { setting, isOn } = command
    return isSet(state, setting) === isOn ? [] : [settingRequested(state, given, setting, isOn)]
  })(command, account, given)

/**
 * Hides the conversation from the list and its unread messages from the count, without reading them [SESS-37] (DEC-19).
 */
export const decideHide = forListedConversation((state, given) =>
  isHidden(state) ? [] : [...unmarkingEvents(state, given), hiddenEvent(state, given)],
)

/** Shows a hidden conversation again. */
export const decideShow = forListedConversation((state, given) =>
  isHidden(state) ? [{ ...local(state, given), type: 'ConversationShown', data: {} }] : [],
)

/** Clears every message up to the highest id. Rejects a conversation without a server message [SESS-62 LIFE-19]. */
export const decideClear = (
  command: CommandOf<'ClearConversation'>,
  account: AccountState,
  given: DecisionInput,
): Decision => {
  const decision = forListedConversation(clearAndDiscardEvents)(command, account, given)
  return decision.isOk
    ? decision
    : { isOk: false, rejection: { key: 'errors.BAD_SESSION_ID', name: errorName.badSessionId } }
}

const hasSomethingToClear = (state: ConversationState): boolean =>
  isMarkedUnread(state) || newestKnownId(state) > state.clearing.through

/**
 * Clears the messages of every conversation, also of those that left the list. Unsent messages stay [SET-10] (DEC-173).
 */
export const decideClearAll = ({ conversations }: AccountState, given: DecisionInput): Decision => {
  const filled = [...conversations.byId.values()].filter(hasSomethingToClear)
  return decided(...filled.flatMap((state) => clearingEvents(state, given)))
}

/** Clears, hides and unpins the conversation in one command [SESS-47]. */
export const decideDelete = forListedConversation((state, given) => [
  ...clearAndDiscardEvents(state, given),
  hiddenEvent(state, given),
  ...(isSet(state, 'pinned') ? [settingRequested(state, given, 'pinned', false)] : []),
])

/** Raises the own read marker locally [SESS-39 SESS-42]. Never lowers it, and never passes the newest known message. */
export function decideMarkRead(
  command: CommandOf<'MarkRead'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const upTo = serverId(Math.min(command.upTo, newestKnownId(conversation)))
  return upTo > conversation.readUpTo ? decided(readEvent(conversation, given, { upTo })) : decided()
}

/** Marks every listed conversation with unread messages as read [SESS-44]. */
export function decideMarkAllRead(state: AccountState, given: DecisionInput): Decision {
  const unread = [...state.conversations.byId.values()].filter(
    (conversation) =>
      conversation.facts && (countUnread(localUnread(conversation)) > 0 || isMarkedUnread(conversation)),
  )
  return decided(...unread.flatMap((conversation) => markWholeRead(conversation, given)))
}

/** Removes the unread mark set by hand and the mark of a conversation never opened before [SESS-40 SESS-43]. */
export function decideOpen(
  command: CommandOf<'OpenConversation'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  return decided(...unmarkingEvents(conversation, given), ...openingEvents(conversation, given))
}

const readEvent = (
  state: ConversationState,
  given: DecisionInput,
  marker: { readonly upTo: ServerId; readonly isWhole?: true },
): NewEvent => ({
  ...local(state, given),
  type: 'ConversationRead',
  data: { ...marker, at: given.now, ...(given.isNowGuessed ? { isGuess: true } : {}) },
})
