import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/** Checks that the server has each reaction that it confirmed, and none that its person did not send. */
export function checkReactions({ sent }: World, { messages, reactions }: Truth): Violations {
  const groups = new Map(messages.map(({ id, conversationId }) => [id, conversationId]))
  const alive = new Set(messages.filter(({ body }) => body !== null).map(({ id }) => id))
  const orphans = reactions.filter(({ messageId }) => !alive.has(messageId))
  const wrong = sent.extensions.reactions().filter(({ user, messageId, emoji, isConfirmed }) => {
    if (!alive.has(messageId)) return false
    const stored = reactions.find((one) => one.messageId === messageId && one.accountId === user)?.emoji
    if (stored !== undefined) return !emoji.has(stored)
    return (
      isConfirmed &&
      !emoji.has('') &&
      !sent.extensions.isRemovedWithMessages(user, groups.get(messageId) ?? 0)
    )
  })
  const unknown = reactions.filter(
    ({ accountId, messageId }) =>
      !sent.extensions.reactions().some((one) => one.user === accountId && one.messageId === messageId),
  )
  return violationsOf('reactions', [
    ...orphans.map(({ messageId }) => `message ${messageId} was erased, and a reaction to it was not`),
    ...wrong.map(
      ({ user, messageId }) => `${user} reacted to ${messageId}, and the server has not stored it`,
    ),
    ...unknown.map(
      ({ accountId, messageId }) => `the server made up a reaction of ${accountId} to ${messageId}`,
    ),
  ])
}

/** The reactions to a message in the format of a timeline's rows, the own one marked. */
export const reactionRows = (
  reactions: readonly { readonly emoji: string; readonly count: number; readonly isOwn: boolean }[],
): readonly string[] =>
  reactions.map(({ emoji, count, isOwn }) => `${emoji} ${count}${isOwn ? ' own' : ''}`).sort()

/** The reactions to a message as this user must see them. */
export function expectedReactions(
  { reactions }: Truth,
  messageId: number,
  user: number,
): ReturnType<typeof reactionRows> {
  const ofMessage = reactions.filter((one) => one.messageId === messageId)
  return reactionRows(
    [...new Set(ofMessage.map(({ emoji }) => emoji))].map((emoji) => ({
      emoji,
      count: ofMessage.filter((one) => one.emoji === emoji).length,
      isOwn: ofMessage.some((one) => one.emoji === emoji && one.accountId === user),
    })),
  )
}

/** Checks that no disk has a reaction to a message that was deleted for everyone or has expired. */
export function checkReactionErasure(name: string, truth: Truth, stored: string): Violations {
  const erased = new Set(truth.messages.filter(({ body }) => body === null).map(({ id }) => id))
  const found = new Set<number>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('serverId' in value && hasReaction(value)) found.add(Number(value.serverId))
    for (const part of Object.values(value)) visit(part)
  }
  visit(JSON.parse(stored))
  return violationsOf(
    'erasure',
    [...found]
      .filter((id) => erased.has(id))
      .map((id) => `${name} still stores a reaction to the erased message ${id}`),
  )
}

function hasReaction(value: object): boolean {
  if ('emoji' in value) return value.emoji !== ''
  if (!('reactions' in value) || typeof value.reactions !== 'object' || value.reactions === null) return false
  const { reactions } = value
  return (
    'own' in reactions ||
    ('counts' in reactions && Array.isArray(reactions.counts) && reactions.counts.length > 0)
  )
}
