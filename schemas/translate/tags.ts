import { type UserId, userId } from '../ids.ts'
import type { WireTag, WireTagMember } from '../wire/calls/tags.ts'

/** A name that this person gave to some of their friends [TAG-15]. */
export interface Tag {
  readonly id: number
  readonly name: string
  readonly memberIds: readonly UserId[]
}

/** Somebody in a tag, as the server knows them [TAG-16]. */
export interface TagMember {
  readonly userId: UserId
  readonly nickname: string
  /** What this person calls them; empty without a remark. */
  readonly remark: string
  readonly avatarUrl: string
}

/** In the server's order (DEC-93). */
export const toTags = (tags: readonly WireTag[] | null | undefined): readonly Tag[] =>
  (tags ?? []).map(({ Id, TagName, TagMember: members }) => ({
    id: Id,
    name: TagName ?? '',
    memberIds: (members ?? []).map((member) => userId(member.Id)),
  }))

export const toTagMembers = (members: readonly WireTagMember[] | null | undefined): readonly TagMember[] =>
  (members ?? []).map(({ MemberId, NickName, RemarkName, HeadImg }) => ({
    userId: userId(MemberId),
    nickname: NickName ?? '',
    remark: RemarkName ?? '',
    avatarUrl: HeadImg ?? '',
  }))
