import type { AskedLocally } from '../scenario/ledger.ts'
import type { UnreadMessage } from './expected-view.ts'

/** What a device that hid, cleared and deleted may count: what surely still counts, and what may. */
export interface UnreadBounds {
  readonly sure: readonly UnreadMessage[]
  readonly possible: readonly UnreadMessage[]
}

const isOfOne = ({ kind }: AskedLocally): boolean => kind === 'delete-for-me'

/**
 * What was surely hidden or cleared away counts for nothing, what came after everything that may have been done counts, and
 * all between may do either. A conversation that was shown again counts what it had hidden.
 */
export function unreadBounds(
  commandRunners: readonly AskedLocally[],
  unread: readonly UnreadMessage[],
): UnreadBounds {
  const isShownAgain = commandRunners.some(({ kind }) => kind === 'show')
  const whole = commandRunners.filter(
    (act) => !isOfOne(act) && act.kind !== 'show' && act.kind !== 'mark-unread',
  )
  const isSure = ({ answer, kind }: AskedLocally) =>
    answer === 'accepted' && !(kind === 'hide' && isShownAgain)
  const isGone = ({ id }: UnreadMessage) =>
    whole.some((act) => isSure(act) && id <= act.seen) ||
    commandRunners.some((act) => isOfOne(act) && act.answer === 'accepted' && act.seen === id)
  const isTouched = ({ id, sentAt }: UnreadMessage) =>
    whole.some(({ doneAt }) => sentAt <= doneAt) ||
    commandRunners.some((act) => isOfOne(act) && act.seen === id)
  const possible = unread.filter((message) => !isGone(message))
  return { possible, sure: possible.filter((message) => !isTouched(message)) }
}

export const between = (low: number, found: number, high: number): number =>
  Math.max(low, Math.min(found, high))
