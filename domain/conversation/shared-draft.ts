import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { SharedDraft } from '#schemas/translate/drafts.ts'
import { retryDelay } from '../http/call-limits.ts'
import { longestMessage } from '../message/message-content.ts'
import type { UnsentDraft } from '../outbox/outbox.ts'
import {
  draftContent,
  isDraftUnsent,
  isSameDraft,
  joinedDraft,
  type LocalDraft,
  returnedTextMissingIn,
} from './draft.ts'

/** Whether a draft has neither a text nor a quote: it was sent or removed. */
export const isEmptyDraft = ({ text, quote }: Pick<SharedDraft, 'text' | 'quote'>): boolean =>
  text === '' && !quote

/**
 * Returns the events that show the draft of another device, with the text of messages and edits rejected here at its
 * end. None if it is known, or if the draft was changed here since the last known version: the own one is sent first,
 * and the server decides which is newer (DEC-250).
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
      stream: conversation,
      type: 'DraftSaved',
      occurredAt: version,
      origin: 'http',
      data: { ...draftContent(text, mentions, quote), savedAt: version, version },
    },
    delivered,
    ...withReturned(conversation, local, shared),
  ]
}

/**
 * Returns the draft of another device with the text of messages and edits rejected here, unless it has that text
 * already.
 */
function withReturned(
  stream: ConversationId,
  local: LocalDraft,
  { version, text, mentions, quote }: SharedDraft,
): readonly NewEvent[] {
  const returned = returnedTextMissingIn(text, local)
  if (returned === undefined) return []
  return [joinedDraft(returned, { stream, text, mentions, quote, savedAt: version + 1, now: version })]
}

type Delivered = Extract<NewEvent, { type: 'DraftDelivered' }>

/** The event that records what the server has. */
export const deliveredEvent = (stream: ConversationId, data: Delivered['data']): Delivered => ({
  stream,
  type: 'DraftDelivered',
  data,
  occurredAt: data.version,
  origin: 'http',
})

/** How long after the last change a draft is sent, ms. */
const pause = 3_000
/** The minimum time between two drafts, ms. */
const interval = 1_000
/** How long after a conversation is left drafts are sent without a pause, ms. */
const hurryTime = 2_000

/** When the drafts of this device are sent. All times but `savedAt` are monotonic, ms. */
export interface DraftSchedule {
  readonly due: ReadonlyMap<ConversationId, DueTime>
  /** When the drafts were saved that the server rejected. They are sent again after the next login. */
  readonly rejected: ReadonlyMap<ConversationId, number>
  /** Until then drafts are sent without a pause. */
  readonly hurriedUntil: number
  /** Nothing is sent before. */
  readonly earliest: number
  /** The number of tries that failed since the last success. */
  readonly failures: number
}

interface DueTime {
  readonly savedAt: number
  readonly at: number
}

type WaitingDraft = UnsentDraft & Pick<SharedDraft, 'text' | 'quote'>

export const initialSchedule: DraftSchedule = {
  due: new Map(),
  rejected: new Map(),
  hurriedUntil: 0,
  earliest: 0,
  failures: 0,
}

/** Gives each draft its time: after a pause in typing, or now if it is empty or hurried. */
export function scheduleDrafts(
  schedule: DraftSchedule,
  drafts: readonly WaitingDraft[],
  now: number,
): DraftSchedule {
  const dueTime = (draft: WaitingDraft): DueTime => {
    const { conversationId, savedAt } = draft
    if (isEmptyDraft(draft) || now < schedule.hurriedUntil) return { savedAt, at: now }
    const known = schedule.due.get(conversationId)
    return known?.savedAt === savedAt ? known : { savedAt, at: now + pause }
  }
  return { ...schedule, due: new Map(drafts.map((draft) => [draft.conversationId, dueTime(draft)])) }
}

/** Returns the draft that is sent first, and when. Drafts that are too long or were rejected are not sent. */
export function nextDraft<Draft extends WaitingDraft>(
  { due, rejected, earliest }: DraftSchedule,
  drafts: readonly Draft[],
): { readonly draft: Draft; readonly at: number } | undefined {
  const [next] = drafts
    .filter(({ text }) => text.length <= longestMessage)
    .filter(({ conversationId, savedAt }) => rejected.get(conversationId) !== savedAt)
    .map((draft) => ({ draft, at: Math.max(due.get(draft.conversationId)?.at ?? 0, earliest) }))
    .sort((left, right) => left.at - right.at)
  return next
}

/** Sends waiting drafts without a pause, also those that are being saved now. */
export const hurryDrafts = (schedule: DraftSchedule, now: number): DraftSchedule => ({
  ...schedule,
  hurriedUntil: now + hurryTime,
})

/** Sends rejected drafts again. */
export const forgetRejections = (schedule: DraftSchedule): DraftSchedule => ({
  ...schedule,
  rejected: initialSchedule.rejected,
})

/** How a try to send a draft ended. */
export type DraftResult =
  | { readonly kind: 'sent' | 'rejected' }
  /** `retryAfter` is the wait that the server asked for, ms. */
  | { readonly kind: 'failed'; readonly retryAfter?: number | undefined }

/** Waits before the next draft: longer after each failure. */
export function afterTry(
  schedule: DraftSchedule,
  { conversationId, savedAt }: UnsentDraft,
  result: DraftResult,
  now: number,
): DraftSchedule {
  if (result.kind === 'failed') {
    const failures = schedule.failures + 1
    const wait = result.retryAfter ?? retryDelay(failures)
    return { ...schedule, failures, earliest: now + Math.max(interval, wait) }
  }
  const { rejected } = schedule
  return {
    ...schedule,
    failures: 0,
    earliest: now + interval,
    rejected: result.kind === 'rejected' ? new Map(rejected).set(conversationId, savedAt) : rejected,
  }
}
