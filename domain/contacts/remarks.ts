import type { UserId } from '#schemas/ids.ts'
import type { FriendFacts } from '#schemas/log/events.ts'

/** The name that this user gave somebody; empty when they gave none, or are no friends. */
export const remarkOf = (friends: ReadonlyMap<UserId, FriendFacts> | undefined, person: UserId): string =>
  friends?.get(person)?.remark ?? ''
