import type { MessageReactions } from '#schemas/log/message.ts'
import { isNotice } from './message-notices.ts'

/** The emoji that the message menu offers without the picker. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** The maximum number of different emoji among the reactions to one message. */
export const mostReactionKinds = 20

/** Whether people may react to a message of this type. Notices and calls are not written by a person. */
export const canReactTo = (message: { readonly type: string }): boolean =>
  !isNotice(message) && message.type !== 'call'

/** The reactions to a message with one emoji, as the timeline shows them. */
export interface ShownReaction {
  readonly emoji: string
  /** How many people have chosen it, this user included. */
  readonly count: number
  readonly isOwn: boolean
}

/**
 * Merges two copies of the reactions to a message. The counts are those of the newer version. The own reaction has a
 * version too, because the reaction of another person does not include it.
 */
export function mergeReactions(
  known: MessageReactions | undefined,
  next: MessageReactions | undefined,
): MessageReactions | undefined {
  if (!known || !next) return next ?? known
  const { version, counts } = next.version >= known.version ? next : known
  const own = (next.own?.version ?? 0) >= (known.own?.version ?? 0) ? (next.own ?? known.own) : known.own
  return { version, counts, ...(own ? { own } : {}) }
}

/**
 * Returns the reactions to show, with the own reaction that the server has not confirmed counted already.
 * @param pending the emoji of that reaction; empty if it removes the confirmed one, undefined if nothing is pending
 */
export function viewReactions(
  { counts, own }: Pick<MessageReactions, 'counts' | 'own'>,
  pending?: string,
): readonly ShownReaction[] {
  const confirmed = own?.emoji ?? ''
  const chosen = pending ?? confirmed
  const isCounted = chosen === '' || counts.some(({ emoji }) => emoji === chosen)
  const all = isCounted ? counts : [...counts, { emoji: chosen, count: 0 }]
  return all
    .map(({ emoji, count }) => ({
      emoji,
      count: count + Number(emoji === chosen) - Number(emoji === confirmed),
      isOwn: emoji === chosen,
    }))
    .filter(({ count }) => count > 0)
}
