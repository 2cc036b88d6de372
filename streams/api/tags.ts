import type { UserId } from '#schemas/ids.ts'
import { lacksMembers, type Tag, toTag } from '#schemas/translate/tags.ts'
import * as calls from '#schemas/wire/calls/tags.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** Fetches all tags with their members, including members that the list omits [TAG-15 TAG-20] (DEC-93). */
export async function getTags(caller: Caller, options?: CallOptions): Promise<CallResult<readonly Tag[]>> {
  const result = await caller.call(calls.getTags, {}, options)
  if (!result.isOk) return result
  const tags: Tag[] = []
  for (const wire of result.data ?? []) {
    if (!lacksMembers(wire)) {
      tags.push(toTag(wire))
      continue
    }
    const members = await caller.call(calls.getTagMembers, { TagID: wire.Id }, options)
    if (!members.isOk) return members
    tags.push(toTag(wire, members.data ?? []))
  }
  return { ...result, data: tags }
}

/** Creates a tag and returns its id. An existing name is rejected [TAG-17]. */
export const createTag = async (caller: Caller, name: string): Promise<CallResult<number>> =>
  mapResult(await caller.call(calls.createTag, { TagName: name }), ({ Id }) => Id)

/** [TAG-19] */
export const renameTag = (caller: Caller, tag: number, name: string): Promise<CallResult<unknown>> =>
  caller.call(calls.updateTag, { TagId: tag, TagName: name })

/** [TAG-18] */
export const deleteTags = (caller: Caller, tags: readonly number[]): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteTags, { TagIds: [...tags] })

/** [TAG-22] */
export const addTagMembers = (
  caller: Caller,
  tag: number,
  members: readonly UserId[],
): Promise<CallResult<unknown>> => caller.call(calls.addTagMembers, { MemberIds: [...members], TagId: tag })

/** [TAG-21] */
export const removeTagMember = (caller: Caller, tag: number, member: UserId): Promise<CallResult<unknown>> =>
  caller.call(calls.removeTagMember, { TagId: tag, MemberId: member })

/** [TAG-23 TAG-25] */
export const addFriendToTags = (
  caller: Caller,
  friend: UserId,
  tags: readonly number[],
): Promise<CallResult<unknown>> => caller.call(calls.addFriendToTag, { FriendId: friend, TagIds: [...tags] })

/** [TAG-24 TAG-25] */
export const removeFriendFromTags = (
  caller: Caller,
  friend: UserId,
  tags: readonly number[],
): Promise<CallResult<unknown>> =>
  caller.call(calls.removeFriendFromTag, { FriendId: friend, TagIds: [...tags] })
