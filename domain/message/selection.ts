import type { MessageType } from '#schemas/message-types.ts'
import type { Outcome } from '../commands/command.ts'
import { rejectedBecause, succeeded } from '../http/rejection.ts'
import { limitOr } from '../limits/configured-limits.ts'
import { isNotice } from './message-notices.ts'
import type { TimelineMessage } from './timeline-message.ts'

/** The purpose of a selection: all actions, or one of two; undefined means no selection [VIEW-30 VIEW-31]. */
export type SelectionAction = 'default' | 'forward' | 'delete'

export interface Selection {
  readonly action: SelectionAction
  /** Keys of the messages. */
  readonly keys: ReadonlySet<string>
  /** The start of a range: the message selected last. */
  readonly anchor: string
}

/** The maximum number of selected messages if the server sends no limit [VIEW-33]. */
export const usualSelectionLimit = 100

export const selectionLimit = (configured: number | undefined): number =>
  limitOr(configured, usualSelectionLimit)

/** Types about one place or moment, meaningless elsewhere (DEC-22). */
const unforwardable: readonly MessageType[] = [
  'notice',
  'noticeallban',
  'call',
  'invite',
  'GroupJoin',
  'GroupLeave',
]

/** Whether messages of a type are meaningful in another conversation (DEC-22). */
export const isForwardable = (type: string): boolean => !unforwardable.some((one) => one === type)

/**
 * Whether a message can be selected: the server has it, it is meaningful elsewhere, and it does not disappear [VIEW-32]
 * (DEC-22).
 */
export const canForward = ({ serverId, type, timerSeconds }: TimelineMessage): boolean =>
  serverId !== undefined && isForwardable(type) && !timerSeconds

/** Returns the selectable messages of a conversation. */
export const canSelect = (message: TimelineMessage): boolean =>
  message.serverId !== undefined && !isNotice(message)

export const startSelection = (key: string, action: SelectionAction = 'default'): Selection => ({
  action,
  keys: new Set([key]),
  anchor: key,
})

const tooMany = (max: number): ReturnType<typeof rejectedBecause> =>
  rejectedBecause({ key: 'errors.messages.length', values: { max } })

/** Selects or deselects a message. Rejects more than the limit [VIEW-33 VIEW-34]. */
export function toggleSelected(selection: Selection, key: string, limit: number): Outcome<Selection> {
  const keys = new Set(selection.keys)
  if (keys.delete(key)) return succeeded({ ...selection, keys, anchor: key })
  if (keys.size >= limit) return tooMany(limit)
  return succeeded({ ...selection, keys: keys.add(key), anchor: key })
}

/** Selects these messages too, from the first one on, up to the limit. Rejects if some of them do not fit. */
export function addSelected(
  selection: Selection,
  more: readonly string[],
  limit: number,
): { readonly selection: Selection; readonly outcome: Outcome } {
  const keys = new Set(selection.keys)
  const fresh = more.filter((key) => !keys.has(key))
  for (const key of fresh.slice(0, Math.max(0, limit - keys.size))) keys.add(key)
  const anchor = more.at(-1) ?? selection.anchor
  const isAll = fresh.every((key) => keys.has(key))
  return { selection: { ...selection, keys, anchor }, outcome: isAll ? succeeded(undefined) : tooMany(limit) }
}

/** Returns the keys from one message to another in the direction of the selection, both included. */
export function rangeBetween(order: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return start <= end ? order.slice(start, end + 1) : order.slice(end, start + 1).reverse()
}
