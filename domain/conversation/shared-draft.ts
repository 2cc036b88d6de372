import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { SharedDraft } from '#schemas/translate/drafts.ts'
import { draftContent, isDraftUnsent, isSameDraft, type LocalDraft } from './draft.ts'

/** Whether a draft has neither a text nor a quote: it was sent or removed. */
export const isEmptyDraft = ({ text, quote }: Pick<SharedDraft, 'text' | 'quote'>): boolean =>
  text === '' && !quote

/**
 * Returns the events that show the draft of another device. None if it is known, or if the draft was changed here since
 * the last known version: the own one is sent first, and the server decides which is newer (DEC-250).
 * @param sentAt when the draft was saved that the server has just compared with this one
 */
export function takeSharedDraft(
  conversation: ConversationId,
  local: LocalDraft,
  shared: SharedDraft,
  sentAt?: number,
): readonly NewEvent[] {
  const { version, text, mentions, quote } = shared
  if (version <= local.draftVersion) return []
  if (isDraftUnsent(local) && local.draftSavedAt !== sentAt) return []
  const delivered = deliveredEvent(conversation, { version, isEmpty: isEmptyDraft(shared) })
  if (isSameDraft(local, text, mentions, quote))
    return [{ ...delivered, data: { ...delivered.data, savedAt: local.draftSavedAt } }]
  return [
    {
      ...{ stream: conversation, type: 'DraftSaved', occurredAt: version, origin: 'http' },
      data: { ...draftContent(text, mentions, quote), savedAt: version, version },
    },
    delivered,
  ]
}

type Delivered = Extract<NewEvent, { type: 'DraftDelivered' }>

/** The event that records what the server has. */
export const deliveredEvent = (stream: ConversationId, data: Delivered['data']): Delivered => ({
  ...{ stream, type: 'DraftDelivered', data, occurredAt: data.version, origin: 'http' },
})
