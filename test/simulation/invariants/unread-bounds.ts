import type { RequestedLocalCommand } from '../scenario/requested-commands.ts'
import type { UnreadMessage } from './expected-view.ts'

/** The bounds of the unread count on a device that hid, cleared and deleted: certainly unread, and possibly unread. */
export interface UnreadBounds {
  readonly sure: readonly UnreadMessage[]
  readonly possible: readonly UnreadMessage[]
}

const isOfOne = ({ kind }: RequestedLocalCommand): boolean => kind === 'delete-for-me'

/**
 * Messages that were certainly hidden or cleared do not count. Messages after every possible command count. Those in
 * between may do either. A conversation that was shown again counts its hidden messages.
 */
export function unreadBounds(
  commandRunners: readonly RequestedLocalCommand[],
  unread: readonly UnreadMessage[],
): UnreadBounds {
  const isShownAgain = commandRunners.some(({ kind }) => kind === 'show')
  const whole = commandRunners.filter(
    (act) => !isOfOne(act) && act.kind !== 'show' && act.kind !== 'mark-unread',
  )
  const isSure = ({ answer, kind }: RequestedLocalCommand) =>
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
