import { type UserId, userId } from '../ids.ts'
import type { WireTag, WireTagMember } from '../wire/calls/tags.ts'

/** A tag: a name that this person gave to some of their friends [TAG-15]. */
export interface Tag {
  readonly id: number
  readonly name: string
  readonly memberIds: readonly UserId[]
}

/** Returns whether a tag lacks members, which the client must then fetch (DEC-93). */
export const lacksMembers = ({ TagCount, TagMember }: WireTag): boolean =>
  (TagMember ?? []).length < (TagCount ?? 0)

/** Translates a tag with its own or with the fetched members [TAG-15 TAG-16]. */
export const toTag = ({ Id, TagName, TagMember }: WireTag, asked?: readonly WireTagMember[]): Tag => ({
  id: Id,
  name: TagName ?? '',
  memberIds: asked
    ? asked.map(({ MemberId }) => userId(MemberId))
    : (TagMember ?? []).map((member) => userId(member.Id)),
})
