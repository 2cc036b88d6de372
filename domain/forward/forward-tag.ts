import type { Tag } from '#schemas/translate/tags.ts'
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
  const collator = new Intl.Collator(locale, { numeric: true })
  return tags
    .map(({ id, name, memberIds }) => ({
      kind: 'tag' as const,
      key: `tag-${id}`,
      name,
      otherNames: [],
      members: memberIds.flatMap((memberId) => people.get(memberId) ?? []),
    }))
    .toSorted((left, right) => collator.compare(left.name, right.name))
}
