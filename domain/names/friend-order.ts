import type { Friend } from '#domain/contacts/contacts.ts'
import type { UserId } from '#schemas/ids.ts'

export const friendOrders = ['name', 'online'] as const
export type FriendOrder = (typeof friendOrders)[number]

/**
 * Friends by name in `locale`'s order, or the online ones first and then by name [FRIEND-04].
 * Ids break ties, so that equal names keep their places.
 */
export const orderFriends = (
  friends: readonly Friend[],
  order: FriendOrder,
  online: ReadonlySet<UserId>,
  locale: string,
): readonly Friend[] => {
  const collator = new Intl.Collator(locale, { numeric: true })
  const rank = (friend: Friend) => (order === 'online' && !online.has(friend.userId) ? 1 : 0)
  return [...friends].sort(
    (left, right) =>
      rank(left) - rank(right) ||
      collator.compare(left.displayName, right.displayName) ||
      left.userId - right.userId,
  )
}
