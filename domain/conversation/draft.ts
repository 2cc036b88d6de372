import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import type { ServerIds } from '../message/erase-event.ts'
import { type ConversationState, erasedIn } from './conversation-state.ts'

type DraftState = Pick<ConversationState, 'draft' | 'draftMentions' | 'draftQuote'>

/** Folds a saved draft; what it quotes may have gone before [SESS-63]. */
export function saveDraft(
  state: DraftState,
  { text, mentions, quote }: EventDataOf<'DraftSaved'>,
  purged: ServerIds,
): void {
  state.draft = text
  state.draftMentions = mentions
  state.draftQuote = quoteUnlessErased(quote, purged)
}

/** Takes the quote out of the draft when its message is gone. */
export function dropErasedQuote(state: DraftState, purged: ServerIds): void {
  state.draftQuote = quoteUnlessErased(state.draftQuote, purged)
}

/** The quote, unless its message is gone. */
export const quoteUnlessErased = (
  quote: QuotedMessage | undefined,
  purged: ServerIds,
): QuotedMessage | undefined => (quote && purged.has(quote.serverId) ? undefined : quote)

/** Whether saving these would change nothing. */
export const isSameDraft = (
  state: DraftState,
  text: string,
  mentions: readonly DraftMention[],
  quote: QuotedMessage | undefined,
): boolean =>
  state.draft === text &&
  state.draftQuote?.serverId === quote?.serverId &&
  areSameMentions(state.draftMentions ?? [], mentions)

/** The same people at the same places. */
export const areSameMentions = (left: readonly DraftMention[], right: readonly DraftMention[]): boolean =>
  left.length === right.length &&
  left.every(({ userId, at, length }, index) => {
    const other = right[index]
    return other?.userId === userId && other.at === at && other.length === length
  })

interface WrittenText {
  readonly text: string
  readonly mentions?: readonly DraftMention[]
}

const nothing: WrittenText = { text: '' }

/** Keeps what is being written, exactly as it stands [SESS-63]. */
export function decideSaveDraft(
  command: Extract<Command, { type: 'SaveDraft' }>,
  state: AccountState,
  { now }: Given,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const asked = command.quote === undefined ? conversation.draftQuote : (command.quote ?? undefined)
  return decided(...saving(conversation, command, asked, now))
}

/** The draft once a text has left it: what was written beyond that, nothing without `rest`, and a quote that did not go with it. */
export const draftAfterText = (
  conversation: ConversationState,
  sent: QuotedMessage | undefined,
  rest: WrittenText = nothing,
  now: number,
): readonly NewEvent[] => saving(conversation, rest, unsentQuote(conversation, sent), now)

/** The draft once a file has taken this quote along, if it did. */
export const draftAfterFile = (
  conversation: ConversationState,
  sent: QuotedMessage | undefined,
  now: number,
): readonly NewEvent[] => {
  const { draft: text, draftMentions: mentions = [] } = conversation
  return saving(conversation, { text, mentions }, unsentQuote(conversation, sent), now)
}

const unsentQuote = ({ draftQuote }: ConversationState, sent: QuotedMessage | undefined) =>
  draftQuote?.serverId === sent?.serverId ? undefined : draftQuote

function saving(
  conversation: ConversationState,
  { text, mentions = [] }: WrittenText,
  asked: QuotedMessage | undefined,
  now: number,
): readonly NewEvent[] {
  const quote = quoteUnlessErased(asked, erasedIn(conversation))
  if (isSameDraft(conversation, text, mentions, quote)) return []
  return [
    {
      stream: conversation.id,
      type: 'DraftSaved',
      data: {
        ...{ text, savedAt: now },
        ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
        ...(quote ? { quote } : {}),
      },
      occurredAt: now,
      origin: 'local',
    },
  ]
}
