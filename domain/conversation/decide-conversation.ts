import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import { markingUnread, readingWhole } from './decide-own-acts.ts'
import { highestKnown, unreadHere } from './own-acts.ts'
import { countUnread } from './unread.ts'

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** Raises the own read mark, at once and locally [SESS-39 SESS-42]; never lowers it, nor beyond what is known to exist. */
export function decideMarkRead(command: CommandOf<'MarkRead'>, state: AccountState, given: Given): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const upTo = serverId(Math.min(command.upTo, highestKnown(conversation)))
  return upTo > conversation.readUpTo ? decided(readTo(conversation.id, upTo, given)) : decided()
}

/** Reads every conversation that has unread messages and is listed: another one nobody has seen yet [SESS-44]. */
export function decideMarkAllRead(state: AccountState, given: Given): Decision {
  const unread = [...state.conversations.byId.values()].filter(
    (conversation) =>
      conversation.facts && (countUnread(unreadHere(conversation)) > 0 || conversation.isMarkedUnread),
  )
  return decided(...unread.flatMap((conversation) => readingWhole(conversation, given)))
}

/** Takes off the mark that was set by hand, and that of a conversation never opened before [SESS-40 SESS-43]. */
export function decideOpen(
  command: CommandOf<'OpenConversation'>,
  state: AccountState,
  given: Given,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const unmarked = conversation.isMarkedUnread ? [markingUnread(conversation, given, false)] : []
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
