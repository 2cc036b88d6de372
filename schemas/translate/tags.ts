import { type UserId, userId } from '../ids.ts'
import type { WireTag, WireTagMember } from '../wire/calls/tags.ts'

/** A name that this person gave to some of their friends [TAG-15]. */
export interface Tag {
  readonly id: number
  readonly name: string
  readonly memberIds: readonly UserId[]
}

/** Whether a tag came without all of its members (DEC-93): they have to be asked for. */
export const lacksMembers = ({ TagCount, TagMember }: WireTag): boolean =>
  (TagMember ?? []).length < (TagCount ?? 0)

/** A tag with the members that came with it, or with those that were asked for [TAG-15 TAG-16]. */
export const toTag = ({ Id, TagName, TagMember }: WireTag, asked?: readonly WireTagMember[]): Tag => ({
  id: Id,
  name: TagName ?? '',
  memberIds: asked
    ? asked.map(({ MemberId }) => userId(MemberId))
    : (TagMember ?? []).map((member) => userId(member.Id)),
})
