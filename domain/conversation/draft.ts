import type { EventDataOf } from '#schemas/log/events.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import type { ServerIds } from '../message/purged-ids.ts'
import type { ConversationState } from './conversation-state.ts'

type DraftState = Pick<ConversationState, 'draft' | 'draftMentions' | 'draftQuote'>

/** Folds a saved draft; what it quotes may have gone before [SESS-63]. */
export function saveDraft(
  state: DraftState,
  { text, mentions, quote }: EventDataOf<'DraftSaved'>,
  purged: ServerIds,
): void {
  state.draft = text
  state.draftMentions = mentions
  state.draftQuote = keptQuote(quote, purged)
}

/** Takes the quote out of the draft when its message is gone. */
export function dropPurgedQuote(state: DraftState, purged: ServerIds): void {
  state.draftQuote = keptQuote(state.draftQuote, purged)
}

/** The quote, unless its message is gone. */
export const keptQuote = (quote: QuotedMessage | undefined, purged: ServerIds): QuotedMessage | undefined =>
  quote && purged.has(quote.serverId) ? undefined : quote

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
