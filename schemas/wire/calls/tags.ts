import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId } from '../primitives.ts'

/** [TAG-11] */
const tagName = z.string().check(z.trim(), minUnits(1), maxUnits(12))
const ids = z.array(wireId).check(z.maxLength(1_000))
const someIds = z.array(wireId).check(z.minLength(1), z.maxLength(1_000))

/** A tag: a name that a person gave to some of their friends [TAG-15]. */
export const wireTag = z.looseObject({
  Id: wireId,
  TagName: optionalText,
  TagCount: z.nullish(z.number()),
  TagMember: z._default(
    z.nullish(z.array(z.looseObject({ Id: wireId, Name: optionalText, RemarkName: optionalText }))),
    [],
  ),
})
export type WireTag = z.infer<typeof wireTag>

/** [TAG-16] */
export const wireTagMember = z.looseObject({
  TagId: z.nullish(z.number()),
  MemberId: wireId,
  NickName: optionalText,
  RemarkName: optionalText,
  HeadImg: optionalText,
})
export type WireTagMember = z.infer<typeof wireTagMember>

/** Every tag of the caller with its members (DEC-18 DEC-174). */
export const getTags = defineCall({
  path: '/GetTags',
  kind: 'query',
  request: z.looseObject({}),
  data: z.nullish(z.array(wireTag)),
})

/** [TAG-20] */
export const getTagMembers = defineCall({
  path: '/GetTagMembers',
  kind: 'query',
  request: z.looseObject({ TagID: wireId }),
  data: z.nullish(z.array(wireTagMember)),
})

/** Kind `once`, because an existing name is rejected [TAG-17]. */
export const createTag = defineCall({
  path: '/CreateTag',
  kind: 'once',
  request: z.looseObject({ TagName: tagName }),
  data: z.looseObject({ Id: wireId, Name: optionalText }),
})

/** [TAG-18] */
export const deleteTags = defineCall({
  path: '/DeleteTags',
  kind: 'repeatable',
  request: z.looseObject({ TagIds: someIds }),
  data: noData,
})

/** [TAG-19] */
export const updateTag = defineCall({
  path: '/UpdateTag',
  kind: 'repeatable',
  request: z.looseObject({ TagId: wireId, TagName: tagName }),
  data: noData,
})

/** [TAG-21] */
export const removeTagMember = defineCall({
  path: '/RemoveTagMember',
  kind: 'repeatable',
  request: z.looseObject({ TagId: wireId, MemberId: wireId }),
  data: noData,
})

/** [TAG-22] */
export const addTagMembers = defineCall({
  path: '/AddTagMembers',
  kind: 'repeatable',
  request: z.looseObject({ MemberIds: someIds, TagId: wireId }),
  data: noData,
})

/** The list may be empty, because the client also calls the removal [TAG-23 TAG-25]. */
export const addFriendToTag = defineCall({
  path: '/AddFriendToTag',
  kind: 'repeatable',
  request: z.looseObject({ FriendId: wireId, TagIds: ids }),
  data: noData,
})

/** [TAG-24 TAG-25] */
export const removeFriendFromTag = defineCall({
  path: '/RemoveFriendFromTag',
  kind: 'repeatable',
  request: z.looseObject({ FriendId: wireId, TagIds: ids }),
  data: noData,
})
