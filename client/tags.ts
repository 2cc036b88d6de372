import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { checkTagName } from '#domain/tags/tag-rules.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { UserId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as api from '#streams/api/tags.ts'
import { type CallResult, outcomeOf } from '#streams/http/call-result.ts'
import type { TagList } from './tag-list.ts'

/** A change of one friend's tags, by tag id. */
export interface TagAdjustment {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Changes of this account's tags. */
export interface TagChanges {
  /** Resolves with the new tag's id. Validates the name before the call [TAG-11 TAG-17 TAG-27]. */
  create(name: string): Promise<Outcome<number>>
  /** Validates the name before the call [TAG-19]. */
  rename(tag: number, name: string): Promise<Outcome>
  /** [TAG-18] */
  remove(tags: readonly number[]): Promise<Outcome>
  /** All or none: the server rejects more members than a tag may have [TAG-12 TAG-22]. */
  addMembers(tag: number, members: readonly UserId[]): Promise<Outcome>
  /** [TAG-21] */
  removeMember(tag: number, member: UserId): Promise<Outcome>
  /** Adds a friend to tags and removes them from others. Always succeeds; `items` shows the result [TAG-10 TAG-25]. */
  adjust(friend: UserId, adjustment: TagAdjustment): Promise<Outcome>
}

/** Creates the changes of tags. After each, all tabs and devices of the account reload them. */
export function createTagChanges(
  { caller }: Pick<AccountCore, 'caller'>,
  { announceChange }: Pick<TagList, 'announceChange'>,
): TagChanges {
  /** A tag that is gone, because another device deleted it, is a change too. */
  function finish(result: CallResult<unknown>): Outcome {
    if (result.isOk || result.failure.code === resultCode.notFound) announceChange()
    return outcomeOf(result)
  }

  return {
    async create(name) {
      const error = checkTagName(name)
      if (error) return rejectedBecause(error)
      const result = await api.createTag(caller, name.trim())
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      announceChange()
      return succeeded(result.data)
    },
    async rename(tag, name) {
      const error = checkTagName(name)
      if (error) return rejectedBecause(error)
      return finish(await api.renameTag(caller, tag, name.trim()))
    },
    remove: async (tags) => finish(await api.deleteTags(caller, tags)),
    addMembers: async (tag, members) => finish(await api.addTagMembers(caller, tag, members)),
    removeMember: async (tag, member) => finish(await api.removeTagMember(caller, tag, member)),
    async adjust(friend, { added, removed }) {
      await Promise.all([
        api.addFriendToTags(caller, friend, added),
        api.removeFriendFromTags(caller, friend, removed),
      ])
      announceChange()
      return done
    },
  }
}
