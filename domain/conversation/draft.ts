import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import { joinCompositions, plainComposition } from '../message/composition.ts'
import { editedQuote } from '../message/edits.ts'
import type { ServerIds } from '../message/erase-event.ts'
import { type ConversationState, erasedIn } from './conversation-state.ts'

type DraftState = Pick<ConversationState, 'draft' | 'draftMentions' | 'draftQuote'>
type LocalState = DraftState &
  Pick<ConversationState, 'draftSavedAt' | 'draftVersion' | 'isDraftShared' | 'draftReturned'>
type SavedState = LocalState & Pick<ConversationState, 'edits'>

/** The draft of this device, and what is known about the one of the server. */
export type LocalDraft = Readonly<LocalState>

/** Folds a saved draft. Drops a quote whose message is already deleted [SESS-63]. */
export function saveDraft(state: SavedState, saved: EventDataOf<'DraftSaved'>, erased: ServerIds): void {
  const { text, mentions, quote, savedAt, version } = saved
  state.draftReturned = returnedTextAfter(state, saved)
  // Each change is later than the one before, whatever the clocks and the other tabs say, so that a response names one.
  const isChanged = !isSameDraft(state, text, mentions ?? [], quote)
  state.draftSavedAt = version ?? Math.max(savedAt, state.draftSavedAt + Number(isChanged))
  state.draftVersion = version ?? state.draftVersion
  state.draft = text
  state.draftMentions = mentions
  state.draftQuote = editedQuote(quoteUnlessErased(quote, erased), state.edits)
}

/**
 * Returns the text of rejected messages and edits that is in the saved draft, or has to be added to it
 * (`returnedTextMissingIn`).
 */
function returnedTextAfter(
  before: LocalDraft,
  { text, version, returned }: EventDataOf<'DraftSaved'>,
): string | undefined {
  const { draftReturned } = before
  if (version !== undefined) return returnedTextMissingIn(text, before)
  if (returned !== undefined)
    return joinCompositions(plainComposition(draftReturned ?? ''), plainComposition(returned)).text
  return draftReturned !== undefined && text.includes(draftReturned) ? draftReturned : undefined
}

/**
 * Returns the text of rejected messages and edits in the draft of this device if `text` lacks it: the draft of another
 * device, which the server has stored instead of this one.
 */
export function returnedTextMissingIn(text: string, local: LocalDraft): string | undefined {
  const { draftReturned } = local
  if (draftReturned === undefined || !isDraftUnsent(local)) return undefined
  return text.includes(draftReturned) ? undefined : draftReturned
}

/** Folds what is known about the draft of the server. */
export function evolveDelivered(
  state: LocalState,
  { version, savedAt, isEmpty }: EventDataOf<'DraftDelivered'>,
): void {
  if (savedAt === state.draftSavedAt) {
    state.draftSavedAt = version
    state.draftReturned = undefined
  }
  if (version < state.draftVersion) return
  state.draftVersion = version
  state.isDraftShared = !isEmpty
}

/** Whether other devices of the account do not know the draft, or that it was removed (docs/extensions.md). */
export const isDraftUnsent = ({
  draft,
  draftQuote,
  draftSavedAt,
  draftVersion,
  isDraftShared,
}: Omit<LocalDraft, 'draftMentions' | 'draftReturned'>): boolean =>
  draftSavedAt > draftVersion && (draft !== '' || draftQuote !== undefined || isDraftShared)

/** Drops the draft's quote if its message is deleted. */
export function dropErasedQuote(state: DraftState, erased: ServerIds): void {
  state.draftQuote = quoteUnlessErased(state.draftQuote, erased)
}

/** Returns the quote, unless its message is deleted. */
export const quoteUnlessErased = (
  quote: QuotedMessage | undefined,
  erased: ServerIds,
): QuotedMessage | undefined => (quote && erased.has(quote.serverId) ? undefined : quote)

/** Whether the draft already has these values. */
export const isSameDraft = (
  state: DraftState,
  text: string,
  mentions: readonly DraftMention[],
  quote: QuotedMessage | undefined,
): boolean =>
  state.draft === text &&
  state.draftQuote?.serverId === quote?.serverId &&
  areSameMentions(state.draftMentions ?? [], mentions)

/** Whether both lists mention the same people at the same positions. */
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

/** Saves the draft unchanged [SESS-63]. */
export function decideSaveDraft(
  command: CommandOf<'SaveDraft'>,
  state: AccountState,
  { now }: DecisionInput,
): Decision {
  const conversation = state.conversations.byId.get(command.conversationId)
  if (!conversation) return decided()
  const wantedQuote = command.quote === undefined ? conversation.draftQuote : (command.quote ?? undefined)
  return decided(...draftSavedEvents(conversation, command, wantedQuote, now))
}

/**
 * Returns the draft after a send: the rest of the text (empty without `rest`) and a quote that was not sent with it.
 */
export const draftAfterText = (
  conversation: ConversationState,
  sent: QuotedMessage | undefined,
  rest: WrittenText = nothing,
  now: number,
): readonly NewEvent[] => draftSavedEvents(conversation, rest, unsentQuote(conversation, sent), now)

/** Returns the draft after a file was sent with this quote, if it changes. */
export const draftAfterFile = (
  conversation: ConversationState,
  sent: QuotedMessage | undefined,
  now: number,
): readonly NewEvent[] => {
  const { draft: text, draftMentions: mentions = [] } = conversation
  return draftSavedEvents(conversation, { text, mentions }, unsentQuote(conversation, sent), now)
}

/**
 * Returns the draft with the text of a rejected message or edit at its end [LIFE-15]. It counts as old as the draft
 * that this device knows. A draft that another device has written since is newer, and gets the text too
 * (`takeSharedDraft`).
 */
export function draftWithReturned(
  conversation: ConversationState,
  returned: string,
  now: number,
): readonly NewEvent[] {
  const { id, draft: text, draftMentions: mentions = [], draftQuote: quote } = conversation
  const savedAt = Math.max(conversation.draftSavedAt, conversation.draftVersion) + 1
  const saved = joinedDraft(returned, { stream: id, text, mentions, quote, savedAt, now })
  return [{ ...saved, data: { ...saved.data, returned } }]
}

/** Returns the event that saves a draft with a text added at its end. */
export function joinedDraft(
  added: string,
  { stream, text, mentions, quote, savedAt, now }: DraftToSave,
): Extract<NewEvent, { type: 'DraftSaved' }> {
  const joined = joinCompositions({ text, mentions }, plainComposition(added))
  return {
    stream,
    type: 'DraftSaved',
    data: { ...draftContent(joined.text, joined.mentions, quote), savedAt },
    occurredAt: now,
    origin: 'local',
  }
}

interface DraftToSave {
  readonly stream: ConversationId
  readonly text: string
  readonly mentions: readonly DraftMention[]
  readonly quote: QuotedMessage | undefined
  readonly savedAt: number
  readonly now: number
}

/** Returns the content of a draft for its event. */
export const draftContent = (
  text: string,
  mentions: readonly DraftMention[],
  quote: QuotedMessage | undefined,
) => ({
  text,
  ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
  ...(quote ? { quote } : {}),
})

const unsentQuote = ({ draftQuote }: ConversationState, sent: QuotedMessage | undefined) =>
  draftQuote?.serverId === sent?.serverId ? undefined : draftQuote

function draftSavedEvents(
  conversation: ConversationState,
  { text, mentions = [] }: WrittenText,
  wantedQuote: QuotedMessage | undefined,
  now: number,
): readonly NewEvent[] {
  const quote = quoteUnlessErased(wantedQuote, erasedIn(conversation))
  if (isSameDraft(conversation, text, mentions, quote)) return []
  return [
    {
      stream: conversation.id,
      type: 'DraftSaved',
      data: { ...draftContent(text, mentions, quote), savedAt: now },
      occurredAt: now,
      origin: 'local',
    },
  ]
}
