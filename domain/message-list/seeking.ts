import type { ServerId } from '#schemas/ids.ts'
import { newestId, oldestId, type SeekTarget, type TimelineView } from '../message/timeline-message.ts'
import { firstUnreadIndex, mayStartAbove } from './unread-divider.ts'

export type SeekResult =
  | { readonly kind: 'found'; readonly index: number }
  /** It can only be among messages that are not loaded: the timeline must jump there. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'gone' }

type Shown = Pick<TimelineView, 'messages' | 'hasOlder' | 'hasNewer'>

/** Finds the target among the shown messages [ROUTE-26]. */
export function findSeekTarget(target: SeekTarget, view: Shown): SeekResult {
  if (target.kind === 'message') return seekMessage(target.serverId, view)
  return target.kind === 'moment' ? seekMoment(target.at, view) : seekUnread(target.mark, view)
}

/** Finds the target after the timeline has jumped there: all candidates are shown. */
export const findSeekTargetAfterJump = (target: SeekTarget, messages: Shown['messages']): SeekResult =>
  findSeekTarget(target, { messages, hasOlder: false, hasNewer: false })

function seekMessage(wanted: ServerId, { messages, hasOlder, hasNewer }: Shown): SeekResult {
  const index = messages.findIndex(({ serverId }) => serverId === wanted)
  if (index >= 0) return { kind: 'found', index }
  const oldest = oldestId(messages)
  const newest = newestId(messages)
  const mayBeOlder = hasOlder && (oldest === undefined || wanted < oldest)
  const mayBeNewer = hasNewer && (newest === undefined || wanted > newest)
  return { kind: mayBeOlder || mayBeNewer ? 'elsewhere' : 'gone' }
}

/** A day without messages leads to the next one with messages, or to the newest message. */
function seekMoment(at: number, { messages, hasOlder, hasNewer }: Shown): SeekResult {
  const index = messages.findIndex(({ sentAt }) => sentAt >= at)
  if (index === 0 && hasOlder) return { kind: 'elsewhere' }
  if (index >= 0) return { kind: 'found', index }
  if (hasNewer) return { kind: 'elsewhere' }
  if (messages.length > 0) return { kind: 'found', index: messages.length - 1 }
  return { kind: hasOlder ? 'elsewhere' : 'gone' }
}

function seekUnread(mark: ServerId, view: Shown): SeekResult {
  const index = firstUnreadIndex(view, mark)
  if (index !== undefined) return { kind: 'found', index }
  return { kind: view.hasNewer || mayStartAbove(view, mark) ? 'elsewhere' : 'gone' }
}
