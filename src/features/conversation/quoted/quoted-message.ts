import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { seekIn } from '#domain/message-list/seeking.ts'
import type { ServerId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

/** A message as the screen of a quote shows it: itself where it is at hand, else what a quote of it carries. */
export type ShownQuote =
  | { readonly kind: 'message'; readonly message: TimelineMessage }
  | { readonly kind: 'quote'; readonly quote: QuotedMessage }

/** Looks for a message among those at hand and what they quote; undefined when nothing of it is left [VIEW-26]. */
export function findQuoted(messages: readonly TimelineMessage[], serverId: ServerId): ShownQuote | undefined {
  const message = messages.find((each) => each.serverId === serverId)
  if (message !== undefined) return { kind: 'message', message }
  const quote = messages.find((each) => each.quote?.serverId === serverId && each.quote.text !== '')?.quote
  return quote && { kind: 'quote', quote }
}

/** Whether a message can be gone to in its conversation: it is there, or may be among older messages. */
export const canShowInPlace = (
  view: Pick<TimelineView, 'messages' | 'hasOlder' | 'hasNewer'>,
  serverId: ServerId,
): boolean => seekIn({ kind: 'message', serverId }, view).kind !== 'gone'
