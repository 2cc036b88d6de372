import type { ServerId } from '#schemas/ids.ts'
import type { TimelineView } from '../message/timeline-message.ts'

/** What is looked for in a conversation: a message, or the first one since a moment, server ms. */
export type SeekTarget =
  | { readonly kind: 'message'; readonly serverId: ServerId }
  | { readonly kind: 'moment'; readonly at: number }

export type Sought =
  | { readonly kind: 'found'; readonly index: number }
  /** It can only be among older messages that are not loaded yet. */
  | { readonly kind: 'older' }
  | { readonly kind: 'gone' }

type Loaded = Pick<TimelineView, 'messages' | 'hasOlder'>

/** Looks for it among the messages that are loaded [ROUTE-26]. */
export const seekIn = (target: SeekTarget, view: Loaded): Sought =>
  target.kind === 'message' ? seekMessage(target.serverId, view) : seekMoment(target.at, view)

function seekMessage(wanted: ServerId, { messages, hasOlder }: Loaded): Sought {
  const index = messages.findIndex(({ serverId }) => serverId === wanted)
  if (index >= 0) return { kind: 'found', index }
  const oldest = messages.find(({ serverId }) => serverId !== undefined)?.serverId
  const mayBeOlder = hasOlder && (oldest === undefined || wanted < oldest)
  return { kind: mayBeOlder ? 'older' : 'gone' }
}

/** On a day without messages the next one after it, or else the newest. */
function seekMoment(at: number, { messages, hasOlder }: Loaded): Sought {
  const index = messages.findIndex(({ sentAt }) => sentAt >= at)
  if (index === 0 && hasOlder) return { kind: 'older' }
  if (index >= 0) return { kind: 'found', index }
  if (messages.length > 0) return { kind: 'found', index: messages.length - 1 }
  return { kind: hasOlder ? 'older' : 'gone' }
}
