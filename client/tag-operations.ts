import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause, succeeded } from '#domain/http/refusal.ts'
import { checkTagName } from '#domain/tags/tag-rules.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { UserId } from '#schemas/ids.ts'
import { lacksMembers, type Tag, toTag } from '#schemas/translate/tags.ts'
import * as calls from '#schemas/wire/calls/tags.ts'
import { dataOf } from '#streams/http/call-failed.ts'
import { type CallResult, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type LookupHandle } from '#streams/lookups/lookup-cache.ts'
import { lookupStaleTime } from '#streams/lookups/lookup-table.ts'
import { reloadWithTabs, type TabsCore } from './reload-with-tabs.ts'

/** What is to change about one friend's tags. */
export interface TagAdjustment {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Names that this account gives to some of its friends [TAG-15]. */
export interface TagOperations {
  readonly items: LookupHandle<readonly Tag[]>
  /** Refuses by rule before anything is sent; resolves with the tag's id [TAG-11 TAG-17 TAG-27]. */
  create(name: string): Promise<Outcome<number>>
  /** Likewise [TAG-19]. */
  rename(tag: number, name: string): Promise<Outcome>
  /** [TAG-18] */
  remove(tags: readonly number[]): Promise<Outcome>
  /** Refuses more than a tag takes, and then nobody comes in [TAG-12 TAG-22]. */
  addMembers(tag: number, members: readonly UserId[]): Promise<Outcome>
  /** [TAG-21] */
  removeMember(tag: number, member: UserId): Promise<Outcome>
  /** Puts a friend into tags and takes them out of others; always a success, what came of it is in `items` [TAG-10 TAG-25]. */
  adjust(friend: UserId, adjustment: TagAdjustment): Promise<Outcome>
}

type TagCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

export function createTagOperations(core: TagCore): TagOperations {
  const { caller, ports } = core
  const items = createLookupCache(ports.clock).lookup<readonly Tag[]>({
    staleTime: lookupStaleTime.tags,
    load: (signal) => loadTags(core, signal),
  })
  const changed = reloadWithTabs(core, 'update-tags', items)

  function settled(result: CallResult<unknown>): Outcome {
    if (result.isOk) changed()
    return outcomeOf(result)
  }

  return {
    items,
    async create(name) {
      const error = checkTagName(name)
      if (error) return refusedBecause(error)
      const result = await caller.call(calls.createTag, { TagName: name.trim() })
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      changed()
      return succeeded(result.data.Id)
    },
    async rename(tag, name) {
      const error = checkTagName(name)
      if (error) return refusedBecause(error)
      return settled(await caller.call(calls.updateTag, { TagId: tag, TagName: name.trim() }))
    },
    remove: async (tags) => settled(await caller.call(calls.deleteTags, { TagIds: [...tags] })),
    addMembers: async (tag, members) =>
      settled(await caller.call(calls.addTagMembers, { MemberIds: [...members], TagId: tag })),
    removeMember: async (tag, member) =>
      settled(await caller.call(calls.removeTagMember, { TagId: tag, MemberId: member })),
    async adjust(friend, { added, removed }) {
      await Promise.all([
        caller.call(calls.addFriendToTag, { FriendId: friend, TagIds: [...added] }),
        caller.call(calls.removeFriendFromTag, { FriendId: friend, TagIds: [...removed] }),
      ])
      changed()
      return done
    },
  }
}

/** The members of a tag that came without them are asked for by themselves [TAG-20]. */
async function loadTags({ caller }: TagCore, signal: AbortSignal): Promise<readonly Tag[]> {
  const found = dataOf(await caller.call(calls.getTags, {}, { signal })) ?? []
  const tags: Tag[] = []
  for (const tag of found) {
    if (!lacksMembers(tag)) tags.push(toTag(tag))
    else {
      const members = await caller.call(calls.getTagMembers, { TagID: tag.Id }, { signal })
      tags.push(toTag(tag, dataOf(members) ?? []))
    }
  }
  return tags
}
