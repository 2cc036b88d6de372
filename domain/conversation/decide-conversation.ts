import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { OwnSetting } from '#schemas/log/events.ts'
import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import { errorName } from '../http/refusal.ts'
import {
  isAnnouncementUnread,
  isHidden,
  localUnread,
  newestKnownId,
  withPendingSettings,
} from './conversation-actions.ts'
import { newestSurviving } from './conversation-list.ts'
import type { ConversationState } from './conversation-state.ts'
import { forgottenThrough } from './recent-messages.ts'
import { countUnread } from './unread-count.ts'

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>
/** What follows for one conversation that the server has listed. */
type Events = (state: ConversationState, given: Given) => readonly NewEvent[]

const refused: Decision = { isOk: false, refusal: { key: 'conversation.session-not-available' } }

/** Decides about a listed conversation; refuses one that is not there. */
const about =
  (events: Events) =>
  (
    { conversationId }: { readonly conversationId: ConversationState['id'] },
    { conversations }: AccountState,
    given: Given,
  ): Decision => {
    const state = conversations.byId.get(conversationId)
    return state?.facts ? decided(...events(state, given)) : refused
  }

const local = ({ id }: ConversationState, { now }: Given) =>
  ({ stream: id, occurredAt: now, origin: 'local' }) as const

/** Reads everything that is known to exist, and takes off the mark that was set by hand [SESS-39 SESS-41 SESS-42]. */
export const markWholeRead: Events = (state, given) => {
  const upTo = newestKnownId(state)
  const events: NewEvent[] = []
  if (state.isMarkedUnread) events.push(setMarkedUnread(state, given, false))
  if (upTo > state.readUpTo) {
    const data = { upTo, at: given.now, isWhole: true, ...(given.isNowGuessed ? { isGuess: true } : {}) }
    events.push({ ...local(state, given), type: 'ConversationRead', data })
  }
  return events
}

export const setMarkedUnread = (state: ConversationState, given: Given, isUnread: boolean): NewEvent => ({
  ...local(state, given),
  type: 'ConversationMarked',
  data: { isUnread },
})

const opening: Events = (state, given) =>
  state.facts?.isNew && !state.isOpened
    ? [{ ...local(state, given), type: 'ConversationOpened', data: {} }]
    : []

/** Takes off the mark that was set by hand. */
const unmarking: Events = (state, given) =>
  state.isMarkedUnread ? [setMarkedUnread(state, given, false)] : []

const hiding: Events = (state, given) => [
  ...unmarking(state, given),
  {
    ...local(state, given),
    type: 'ConversationHidden',
    data: { through: newestKnownId(state), at: given.now },
  },
]

/** Lets go of every message that is known to exist; what was not sent stays. */
const purging: Events = (state, given) => {
  const data = {
    through: newestKnownId(state),
    sequence: state.contiguousRanges.at(-1)?.to ?? 0,
    activeAt: newestSurviving(state)?.sentAt ?? forgottenThrough(state.recent),
  }
  return [...unmarking(state, given), { ...local(state, given), type: 'ConversationCleared', data }]
}

/** What failed goes as well, for it waits for its writer alone; what is stale or pending still leaves by itself (DEC-107). */
const clearing: Events = (state, given) => {
  const failed = [...state.unsent.values()].filter((message) => message.state === 'failed')
  return [
    ...failed.map(
      ({ clientId }): NewEvent => ({
        ...local(state, given),
        type: 'MessageDiscarded',
        data: { clientId },
      }),
    ),
    ...purging(state, given),
  ]
}

const asking = (state: ConversationState, given: Given, setting: OwnSetting, isOn: boolean): NewEvent => ({
  ...local(state, given),
  type: 'SettingRequested',
  data: { setting, isOn, requestId: given.clientId },
})

/** Whether a setting is on as far as this user is concerned. */
const isSet = (state: ConversationState, setting: OwnSetting): boolean => {
  if (!state.facts) return false
  const { isPinned, isMuted } = withPendingSettings(state.facts, state)
  return setting === 'pinned' ? isPinned : isMuted
}

/** Marks the whole conversation read, a new one included [SESS-39 SESS-40 SESS-41]. */
export const decideReadConversation = about((state, given) => [
  ...markWholeRead(state, given),
  ...opening(state, given),
])

/** Puts a marker of 1 on a conversation that has nothing unread [SESS-43]. */
export const decideMarkUnread = about((state, given) =>
  state.isMarkedUnread || countUnread(localUnread(state)) > 0 ? [] : [setMarkedUnread(state, given, true)],
)

/** Notes that the group's announcement was read as it stands now [VIEW-07]. */
export const decideReadAnnouncement = about((state, given) => {
  const announcement = state.facts?.group?.announcement ?? ''
  return isAnnouncementUnread(state)
    ? [{ ...local(state, given), type: 'AnnouncementRead', data: { announcement } }]
    : []
})

/** Pins or mutes at once; the server hears of it by the outbox [SESS-45 SESS-46]. */
export const decideSetOwnSetting = (
  command: CommandOf<'SetOwnSetting'>,
  account: AccountState,
  given: Given,
): Decision =>
  about((state) => {
    const { setting, isOn } = command
    return isSet(state, setting) === isOn ? [] : [asking(state, given, setting, isOn)]
  })(command, account, given)

/** Takes it off the list, and what is unread of it off the count; it is not read by that [SESS-37] (DEC-19). */
export const decideHide = about((state, given) => (isHidden(state) ? [] : hiding(state, given)))

/** Takes a hiding back. */
export const decideShow = about((state, given) =>
  isHidden(state) ? [{ ...local(state, given), type: 'ConversationShown', data: {} }] : [],
)

/** Purges every message up to the highest id; refuses a conversation without one [SESS-62 LIFE-19]. */
export const decideClear = (
  command: CommandOf<'ClearConversation'>,
  account: AccountState,
  given: Given,
): Decision => {
  const decision = about(clearing)(command, account, given)
  return decision.isOk
    ? decision
    : { isOk: false, refusal: { key: 'errors.BAD_SESSION_ID', name: errorName.badSessionId } }
}

const hasSomethingToClear = (state: ConversationState): boolean =>
  state.isMarkedUnread || newestKnownId(state) > state.clearing.through

/** Purges every conversation's messages, of those that left the list too; what was not sent stays [SET-10] (DEC-173). */
export const decideClearAll = ({ conversations }: AccountState, given: Given): Decision => {
  const filled = [...conversations.byId.values()].filter(hasSomethingToClear)
  return decided(...filled.flatMap((state) => purging(state, given)))
}

/** Clears it, hides it and takes its pin off, in one [SESS-47]. */
export const decideDelete = about((state, given) => [
  ...clearing(state, given),
  ...hiding(state, given).filter(({ type }) => type === 'ConversationHidden'),
  ...(isSet(state, 'pinned') ? [asking(state, given, 'pinned', false)] : []),
])

/** Raises the own read mark, at once and locally [SESS-39 SESS-42]; never lowers it, nor beyond what is known to exist. */
export function decideMarkRead(command: CommandOf<'MarkRead'>, state: AccountState, given: Given): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const upTo = serverId(Math.min(command.upTo, newestKnownId(conversation)))
  return upTo > conversation.readUpTo ? decided(readTo(conversation.id, upTo, given)) : decided()
}

/** Reads every conversation that has unread messages and is listed: another one nobody has seen yet [SESS-44]. */
export function decideMarkAllRead(state: AccountState, given: Given): Decision {
  const unread = [...state.conversations.byId.values()].filter(
    (conversation) =>
      conversation.facts && (countUnread(localUnread(conversation)) > 0 || conversation.isMarkedUnread),
  )
  return decided(...unread.flatMap((conversation) => markWholeRead(conversation, given)))
}

/** Takes off the mark that was set by hand, and that of a conversation never opened before [SESS-40 SESS-43]. */
export function decideOpen(
  command: CommandOf<'OpenConversation'>,
  state: AccountState,
  given: Given,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const unmarked = conversation.isMarkedUnread ? [setMarkedUnread(conversation, given, false)] : []
  if (!conversation.facts?.isNew || conversation.isOpened) return decided(...unmarked)
  return decided(...unmarked, {
    stream: conversation.id,
    type: 'ConversationOpened',
    data: {},
    occurredAt: given.now,
    origin: 'local',
  })
}

const readTo = (stream: ConversationId, upTo: ServerId, { now, isNowGuessed }: Given): NewEvent => ({
  stream,
  type: 'ConversationRead',
  data: { upTo, at: now, ...(isNowGuessed ? { isGuess: true } : {}) },
  occurredAt: now,
  origin: 'local',
})
