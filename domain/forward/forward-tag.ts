import type { Tag } from '#schemas/translate/tags.ts'
import { tagsByName } from '../tags/tag-rules.ts'
import type { ForwardTarget } from './forward-target.ts'

/** A tag of friends, to all of whom messages can be forwarded [FWD-16]. */
export interface ForwardTag {
  readonly kind: 'tag'
  readonly key: string
  readonly name: string
  readonly otherNames: readonly string[]
  readonly members: readonly ForwardTarget[]
}

/** An entry of the picker. */
export type ForwardChoice = ForwardTarget | ForwardTag

/** Returns the tags by name, each with its members who are friends (DEC-174) [FWD-01]. */
export function forwardTags(
  tags: readonly Tag[],
  friends: readonly ForwardTarget[],
  locale: string,
): readonly ForwardTag[] {
  const people = new Map(friends.map((friend) => [friend.id, friend]))
  return tagsByName(tags, locale).map(({ id, name, memberIds }) => ({
    kind: 'tag' as const,
    key: `tag-${id}`,
    name,
    otherNames: [],
    members: memberIds.flatMap((memberId) => people.get(memberId) ?? []),
  }))
}
