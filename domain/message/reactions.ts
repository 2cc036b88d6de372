import type { MessageReactions } from '#schemas/log/message.ts'
import { isNotice } from './message-notices.ts'

/** The reactions that are offered first. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** The maximum number of different emoji at one message. */
export const mostReactionKinds = 20

/** Whether people may react to a message of this type: not to notices and calls, which are no content. */
export const canReactTo = (message: { readonly type: string }): boolean =>
  !isNotice(message) && message.type !== 'call'

/** One emoji at a message, as the timeline shows it. */
export interface ShownReaction {
  readonly emoji: string
  /** How many people have chosen it, this user included. */
  readonly count: number
  readonly isOwn: boolean
}

/** Merges two copies: the counts and the own reaction of the newer version each. */
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
 * Returns the reactions to show.
 * @param pending the own reaction that the server has not confirmed; empty if it is to be removed, undefined if there
 *   is none
 */
export function viewReactions(
  { counts, own }: Pick<MessageReactions, 'counts' | 'own'>,
  pending?: string,
): readonly ShownReaction[] {
  const confirmed = own?.emoji ?? ''
  const chosen = pending ?? confirmed
  const isKnown = chosen === '' || counts.some(({ emoji }) => emoji === chosen)
  const all = isKnown ? counts : [...counts, { emoji: chosen, count: 0 }]
  return all
    .map(({ emoji, count }) => ({
      emoji,
      count: count + Number(emoji === chosen) - Number(emoji === confirmed),
      isOwn: emoji === chosen,
    }))
    .filter(({ count }) => count > 0)
}
