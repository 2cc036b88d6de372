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
  commands: readonly RequestedLocalCommand[],
  unread: readonly UnreadMessage[],
): UnreadBounds {
  const isShownAgain = commands.some(({ kind }) => kind === 'show')
  const whole = commands.filter(
    (command) => !isOfOne(command) && command.kind !== 'show' && command.kind !== 'mark-unread',
  )
  const isSure = ({ answer, kind }: RequestedLocalCommand) =>
    answer === 'accepted' && !(kind === 'hide' && isShownAgain)
  const isGone = ({ id }: UnreadMessage) =>
    whole.some((command) => isSure(command) && id <= command.seen) ||
    commands.some((command) => isOfOne(command) && command.answer === 'accepted' && command.seen === id)
  const isTouched = ({ id, sentAt }: UnreadMessage) =>
    whole.some(({ doneAt }) => sentAt <= doneAt) ||
    commands.some((command) => isOfOne(command) && command.seen === id)
  const possible = unread.filter((message) => !isGone(message))
  return { possible, sure: possible.filter((message) => !isTouched(message)) }
}

export const between = (low: number, found: number, high: number): number =>
  Math.max(low, Math.min(found, high))
