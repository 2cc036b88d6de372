import type { NewEvent } from '#schemas/log/envelope.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import type { ConversationState } from './conversation-state.ts'
import { isSameDraft, keptQuote } from './draft.ts'
import { purgedIn } from './own-acts.ts'

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
export const afterText = (
  conversation: ConversationState,
  sent: QuotedMessage | undefined,
  rest: WrittenText = nothing,
  now: number,
): readonly NewEvent[] => saving(conversation, rest, unsentQuote(conversation, sent), now)

/** The draft once a file has taken this quote along, if it did. */
export const afterFile = (
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
  const quote = keptQuote(asked, purgedIn(conversation))
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
