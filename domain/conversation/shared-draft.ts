import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { SharedDraft } from '#schemas/translate/drafts.ts'
import type { ConversationState } from './conversation-state.ts'
import { isDraftUnsent, isSameDraft } from './draft.ts'

/** The draft of this device, and what is known about the one of the server. */
export type LocalDraft = Readonly<
  Pick<
    ConversationState,
    'draft' | 'draftMentions' | 'draftQuote' | 'draftSavedAt' | 'draftVersion' | 'isDraftShared'
  >
>

/**
 * Returns the events that show the draft of another device. None if it is known, or if the draft was changed here since
 * the last known version: the own one is sent first, and the server decides which is newer (DEC-250).
 * @param sentAt when the draft was saved that the server has just compared with this one
 */
export function takeSharedDraft(
  conversation: ConversationId,
  local: LocalDraft,
  { version, text, mentions, quote }: SharedDraft,
  sentAt?: number,
): readonly NewEvent[] {
  if (version <= local.draftVersion) return []
  if (isDraftUnsent(local) && local.draftSavedAt !== sentAt) return []
  const delivered = deliveredEvent(conversation, { version, isEmpty: text === '' && !quote })
  if (isSameDraft(local, text, mentions, quote))
    return [{ ...delivered, data: { ...delivered.data, savedAt: local.draftSavedAt } }]
  return [
    {
      ...{ stream: conversation, type: 'DraftSaved', occurredAt: version, origin: 'http' },
      data: {
        ...{ text, savedAt: version, version },
        ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
        ...(quote ? { quote } : {}),
      },
    },
    delivered,
  ]
}

type Delivered = Extract<NewEvent, { type: 'DraftDelivered' }>

/** The event that records what the server has. */
export const deliveredEvent = (stream: ConversationId, data: Delivered['data']): Delivered => ({
  ...{ stream, type: 'DraftDelivered', data, occurredAt: data.version, origin: 'http' },
})
