import type { UserId } from '#schemas/ids.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { type FieldError, limitLength, requireLength } from '../forms/field-rule.ts'

/** The maximum length of a tag's name [TAG-11]. */
export const maxTagNameLength = 12
/** The maximum number of members of a tag if the settings name none (DEC-12) [TAG-12]. */
export const usualTagMemberLimit = 500

/** Rejects a blank or too long name; surrounding spaces do not count [TAG-11]. */
export const checkTagName = (name: string): FieldError | undefined => {
  const trimmed = name.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, maxTagNameLength)
}

/**
 * Returns how many more friends fit into a tag. `limit` is the server's; undefined if it sets none [TAG-12] (DEC-12).
 */
export const roomInTag = (
  { memberIds }: Pick<Tag, 'memberIds'>,
  limit: number = usualTagMemberLimit,
): number => Math.max(0, limit - memberIds.length)

/** Returns the tags by name, by the rules of a language. */
export function tagsByName(tags: readonly Tag[], locale: string): readonly Tag[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  return tags.toSorted((left, right) => collator.compare(left.name, right.name))
}

/** A friend with the names of the tags that the friend has. */
interface TaggedFriend<Friend> {
  readonly friend: Friend
  readonly tags: readonly Tag[]
}

/** Joins friends and tags, which come from two calls [TAG-26]. Members who are no friends are left out. */
export function friendsWithTags<Friend extends { readonly userId: UserId }>(
  friends: readonly Friend[],
  tags: readonly Tag[],
): readonly TaggedFriend<Friend>[] {
  const tagsByFriend = new Map<UserId, Tag[]>()
  for (const tag of tags)
    for (const member of tag.memberIds) tagsByFriend.set(member, [...(tagsByFriend.get(member) ?? []), tag])
  return friends.map((friend) => ({ friend, tags: tagsByFriend.get(friend.userId) ?? [] }))
}

/** Returns the people who have the tag; all without one. */
export function peopleWithTag<Person extends { readonly userId: UserId }>(
  people: readonly Person[],
  tag: Tag | undefined,
): readonly Person[] {
  if (tag === undefined) return people
  const members = new Set(tag.memberIds)
  return people.filter(({ userId }) => members.has(userId))
}

/** What happens to a tag of a friend when the changes are confirmed. Tags without a mark stay as they are. */
export type TagMark = 'add' | 'remove'
export type TagMarks = ReadonlyMap<number, TagMark>

/** Marks an untouched tag: `add` if the friend lacks it, otherwise `remove`. A marked tag is reset [TAG-08 TAG-09]. */
export function toggleTagMark(marks: TagMarks, tag: Tag, friend: UserId): TagMarks {
  const next = new Map(marks)
  if (!next.delete(tag.id)) next.set(tag.id, tag.memberIds.includes(friend) ? 'remove' : 'add')
  return next
}

/** Returns the tags to add and to remove, by id [TAG-10]. */
export function adjustmentOf(marks: TagMarks) {
  const markedWith = (wanted: TagMark) => [...marks].flatMap(([id, mark]) => (mark === wanted ? [id] : []))
  return { added: markedWith('add'), removed: markedWith('remove') }
}
