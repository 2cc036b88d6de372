import type { ClientId, ConversationId, ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import { type ConversationState, erasedIn } from '../conversation/conversation-state.ts'
import { unmarkingEvents } from '../conversation/decide-conversation.ts'
import {
  draftAfterFile,
  draftAfterText,
  draftWithReturned,
  quoteUnlessErased,
} from '../conversation/draft.ts'
import { messageTypeOf } from '../media/attachment-kind.ts'
import { clientIdOfPart } from '../message-list/album.ts'
import { writeCollected } from './message-body.ts'
import { checkMessageContent, checkMessageText } from './message-content.ts'
import { canRetryMessage } from './message-transitions.ts'
import type { UnsentRecord } from './unsent-messages.ts'

/**
 * Stores a new message as pending and removes its text from the draft [LIFE-01]. Rejects a text that is too short or
 * too long, and an unknown conversation.
 */
export function decideSendText(
  command: CommandOf<'SendText'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  const text = checkMessageText(command.text)
  if (!text.isOk) return text
  const submittedAt = uniqueTime(conversation, given.now)
  const { mentions = [] } = command
  const quote = quoteUnlessErased(command.quote, erasedIn(conversation))
  const submitted: NewEvent = {
    stream: command.conversationId,
    type: 'MessageSubmitted',
    data: {
      clientId: given.clientId,
      type: 'txt',
      body: text.value,
      submittedAt,
      quote,
      writtenAfter: newestIn(conversation),
      ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
    },
    occurredAt: submittedAt,
    origin: 'local',
  }
  return acceptSend(
    conversation,
    given,
    submitted,
    ...draftAfterText(conversation, command.quote, command.rest, given.now),
  )
}

/** Accepts a send, and removes the conversation's mark as unread [SESS-43]. */
const acceptSend = (
  state: ConversationState,
  given: DecisionInput,
  ...events: readonly NewEvent[]
): Decision => decided(...events, ...unmarkingEvents(state, given))

/** Sends a stale or failed message again, with the same client id and a new time [LIFE-12]. */
export function decideRetryMessage(
  command: CommandOf<'RetryMessage'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  const record = conversation?.unsent.get(command.clientId)
  if (!conversation || !record || !canRetryMessage(record.state)) return decided()
  const submittedAt = uniqueTime(conversation, given.now)
  return decided({
    stream: command.conversationId,
    type: 'MessageRetried',
    data: {
      clientId: record.clientId,
      attempt: record.attempt + 1,
      submittedAt,
      writtenAfter: newestIn(conversation),
    },
    occurredAt: submittedAt,
    origin: 'local',
  })
}

/** Discards an unsent message. Returns no event if it was sent after all. */
export function decideDiscardMessage(
  command: CommandOf<'DiscardMessage'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const record = unsentIn(state, command.conversationId, command.clientId)
  return record ? decided(discarded(record, given.now)) : decided()
}

/** Discards a text that the server rejected for good, and adds it to the draft, so that no words are lost [LIFE-15]. */
export function decideReturnText(
  command: CommandOf<'ReturnText'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  const record = conversation?.unsent.get(command.clientId)
  if (!conversation || !record) return decided()
  return decided(discarded(record, given.now), ...draftWithReturned(conversation, record.body, given.now))
}

const discarded = ({ clientId, conversationId: stream }: UnsentRecord, now: number): NewEvent => ({
  stream,
  type: 'MessageDiscarded',
  data: { clientId },
  occurredAt: now,
  origin: 'local',
})

const unsentIn = (state: AccountState, id: ConversationId, clientId: ClientId): UnsentRecord | undefined =>
  state.conversations.byId.get(id)?.unsent.get(clientId)

/** The newest message that the conversation's row knows. */
const newestIn = ({ recent }: ConversationState): ServerId | undefined => recent[0]?.serverId

/** The time of messages sent together may run ahead of the clock by at most this, ms. */
const aheadLimit = 1000

/**
 * Returns the current time, or one just after the newest unsent message of this moment: the time is also the temporary
 * id [LIFE-01].
 */
export function uniqueTime(conversation: ConversationState, now: number): number {
  const taken = [...conversation.unsent.values()]
    .map((record) => record.submittedAt)
    .filter((time) => time >= now && time < now + aheadLimit)
  return taken.length === 0 ? now : Math.max(...taken) + 1
}

/**
 * Stores an attachment as a pending message with its file [LIFE-01 LIFE-02]; it is uploaded, then sent (DEC-108). The
 * quote that it carries is removed from the draft. Rejects an empty file and an unknown conversation. The server checks
 * the size.
 */
export function decideSendAttachment(
  command: CommandOf<'SendAttachment'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const { conversationId, attachment, kind, quote } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  if (attachment.size === 0) return { isOk: false, rejection: { key: 'errors.invalid-file' } }
  const submittedAt = uniqueTime(conversation, given.now)
  const type = messageTypeOf(kind)
  const submitted: NewEvent = {
    stream: conversationId,
    type: 'MessageSubmitted',
    data: {
      clientId: given.clientId,
      type,
      body: '',
      submittedAt,
      attachment,
      writtenAfter: newestIn(conversation),
      ...(quote ? { quote } : {}),
    },
    occurredAt: submittedAt,
    origin: 'local',
  }
  return acceptSend(
    conversation,
    given,
    submitted,
    ...(quote ? draftAfterFile(conversation, quote, given.now) : []),
  )
}

/**
 * Stores attachments and a text as pending messages in the order of the send. One decision makes them one segment of
 * the log, so that a crash keeps all or none (DEC-108). Rejects all if one of them is rejected.
 */
export function decideSendParts(
  command: CommandOf<'SendParts'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const { conversationId, attachments, mentions = [], rest, send } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  if (attachments.some(({ attachment }) => attachment.size === 0))
    return { isOk: false, rejection: { key: 'errors.invalid-file' } }
  const text = command.text === '' ? undefined : checkMessageText(command.text)
  if (text && !text.isOk) return text
  const firstAt = uniqueTime(conversation, given.now)
  const quote = quoteUnlessErased(command.quote, erasedIn(conversation))
  const submitted = (
    index: number,
    data: Omit<EventDataOf<'MessageSubmitted'>, 'submittedAt' | 'clientId'>,
  ): NewEvent => ({
    stream: conversationId,
    type: 'MessageSubmitted',
    data: {
      ...data,
      clientId: clientIdOfPart(send, index),
      submittedAt: firstAt + index,
      writtenAfter: newestIn(conversation),
      part: { send, index },
    },
    occurredAt: firstAt + index,
    origin: 'local',
  })
  const files = attachments.map(({ attachment, kind }, index) => {
    const carriesQuote = quote && !text && index === 0
    const type = messageTypeOf(kind)
    return submitted(index, { type, body: '', attachment, ...(carriesQuote ? { quote } : {}) })
  })
  if (!text)
    return acceptSend(
      conversation,
      given,
      ...files,
      ...(quote ? draftAfterFile(conversation, command.quote, given.now) : []),
    )
  const written = submitted(files.length, {
    type: 'txt',
    body: text.value,
    quote,
    ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
  })
  return acceptSend(
    conversation,
    given,
    ...files,
    written,
    ...draftAfterText(conversation, command.quote, rest, given.now),
  )
}

/**
 * Stores a collected or forwarded message as pending, like any other message (DEC-17) [MSG-57]; a file has its
 * thumbnail in front. Rejects content that does not match its type, and an unknown conversation.
 */
export function decideSendContent(
  command: CommandOf<'SendContent'>,
  state: AccountState,
  given: DecisionInput,
): Decision {
  const { conversationId, content, contentType, quote, smallAddress } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  const written = smallAddress === undefined ? content : writeCollected(smallAddress, content)
  const body = checkMessageContent(contentType, written)
  if (!body.isOk) return body
  const submittedAt = uniqueTime(conversation, given.now)
  return acceptSend(conversation, given, {
    stream: conversationId,
    type: 'MessageSubmitted',
    data: {
      clientId: given.clientId,
      type: contentType,
      body: body.value,
      submittedAt,
      quote,
      writtenAfter: newestIn(conversation),
    },
    occurredAt: submittedAt,
    origin: 'local',
  })
}
