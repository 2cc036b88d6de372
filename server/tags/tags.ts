import { and, asc, count, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { usualTagMemberLimit } from '#domain/tags/tag-rules.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { WireTag, WireTagMember } from '#schemas/wire/calls/tags.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { requireFriends } from '../groups/create-group.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, friendship, friendTag, friendTagMember } from '../store/schema/index.ts'

/** The maximum number of tags of a person (DEC-174), and of members of a tag [TAG-12]. */
export const tagLimits = { tags: 200, members: usualTagMemberLimit } as const

type Tag = typeof friendTag.$inferSelect

/** Creates a tag. Rejects a name that another of this person's tags has, and one tag too many (DEC-174). */
export const createTag = (
  { database }: Pick<Services, 'database'>,
  accountId: number,
  name: string,
): Promise<Tag> =>
  database.transaction(async (transaction) => {
    await lockOwner(transaction, accountId)
    const own = eq(friendTag.accountId, accountId)
    const [tags] = await transaction.select({ count: count() }).from(friendTag).where(own)
    if ((tags?.count ?? 0) >= tagLimits.tags)
      throw new CallRefusal(resultCode.invalid, 'tag-limit', { values: { count: tagLimits.tags } })
    await requireFreeName(transaction, accountId, name, 0)
    const [created] = await transaction.insert(friendTag).values({ accountId, name }).returning()
    if (!created) throw new Error('An inserted tag was not returned')
    return created
  })

/** Renames a tag of this person; the rules of a new tag apply. */
export const renameTag = (
  { database }: Pick<Services, 'database'>,
  accountId: number,
  tagId: number,
  name: string,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockOwner(transaction, accountId)
    await requireTags(transaction, accountId, [tagId])
    await requireFreeName(transaction, accountId, name, tagId)
    await transaction.update(friendTag).set({ name }).where(eq(friendTag.id, tagId))
  })

// Locked until the commit, so that two devices cannot both take a name or the last place.
const lockOwner = (transaction: Database, accountId: number) =>
  transaction.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')

async function requireFreeName(
  transaction: Database,
  accountId: number,
  name: string,
  exceptId: number,
): Promise<void> {
  const taken = await transaction
    .select({ id: friendTag.id })
    .from(friendTag)
    .where(and(eq(friendTag.accountId, accountId), eq(friendTag.name, name), ne(friendTag.id, exceptId)))
  if (taken.length > 0) throw new CallRefusal(resultCode.invalid, 'tag-name-taken')
}

/** Deletes tags of this person; ids of others' or missing tags are ignored. */
export async function deleteTags(
  { database }: Pick<Services, 'database'>,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  await database
    .delete(friendTag)
    .where(and(eq(friendTag.accountId, accountId), inArray(friendTag.id, [...ids])))
}

/**
 * Adds friends of this person to their tags; existing members stay. All or none: one person who is no friend, or a tag
 * that would have too many members, rejects the whole change [TAG-12].
 */
export const addToTags = (
  { database }: Pick<Services, 'database'>,
  accountId: number,
  tagIds: readonly number[],
  memberIds: readonly number[],
): Promise<void> =>
  database.transaction(async (transaction) => {
    await requireTags(transaction, accountId, tagIds)
    const friends = await requireFriends(transaction, accountId, [...new Set(memberIds)])
    const rows = [...new Set(tagIds)].flatMap((tagId) =>
      friends.map(({ id }) => ({ tagId, accountId, friendId: id })),
    )
    if (rows.length === 0) return
    await transaction.insert(friendTagMember).values(rows).onConflictDoNothing()
    await requireRoom(transaction, tagIds)
  })

async function requireRoom(transaction: Database, tagIds: readonly number[]): Promise<void> {
  const sizes = await transaction
    .select({ size: count() })
    .from(friendTagMember)
    .where(inArray(friendTagMember.tagId, [...tagIds]))
    .groupBy(friendTagMember.tagId)
  if (sizes.every(({ size }) => size <= tagLimits.members)) return
  throw new CallRefusal(resultCode.invalid, 'tag-full', {
    values: { count: tagLimits.members },
    data: { Key: 'conversation.forward.max-selected', Count: tagLimits.members },
  })
}

/** Removes a friend from tags of this person; tags without them stay unchanged. */
export async function removeFromTags(
  { database }: Pick<Services, 'database'>,
  accountId: number,
  tagIds: readonly number[],
  memberId: number,
): Promise<void> {
  await database
    .delete(friendTagMember)
    .where(
      and(
        eq(friendTagMember.accountId, accountId),
        eq(friendTagMember.friendId, memberId),
        inArray(friendTagMember.tagId, [...tagIds]),
      ),
    )
}

/** Members of tags, by tag and then by id. */
const memberRowsOf = (database: Database, which: SQL) =>
  database
    .select({
      tagId: friendTagMember.tagId,
      id: account.id,
      nickname: account.nickname,
      avatarUrl: account.avatarUrl,
      remarkName: friendship.remarkName,
    })
    .from(friendTagMember)
    .innerJoin(account, eq(account.id, friendTagMember.friendId))
    .innerJoin(
      friendship,
      and(
        eq(friendship.accountId, friendTagMember.accountId),
        eq(friendship.friendId, friendTagMember.friendId),
      ),
    )
    .where(which)
    .orderBy(asc(friendTagMember.tagId), asc(account.id))

type TagMember = NonNullable<WireTag['TagMember']>[number]

/** Returns a person's tags with their members, oldest first [TAG-15]. */
export async function readTags(
  { database }: Pick<Services, 'database'>,
  accountId: number,
): Promise<WireTag[]> {
  const tags = await database
    .select()
    .from(friendTag)
    .where(eq(friendTag.accountId, accountId))
    .orderBy(asc(friendTag.id))
  const members = new Map(tags.map(({ id }) => [id, [] as TagMember[]]))
  for (const { tagId, id, nickname, remarkName } of await memberRowsOf(
    database,
    eq(friendTagMember.accountId, accountId),
  ))
    members.get(tagId)?.push({ Id: id, Name: nickname, RemarkName: remarkName })
  return tags.map(({ id, name }) => {
    const TagMember = members.get(id) ?? []
    return { Id: id, TagName: name, TagCount: TagMember.length, TagMember }
  })
}

/** Returns the members of one of a person's tags; rejects any other tag [TAG-16 TAG-20]. */
export async function readTagMembers(
  { database }: Pick<Services, 'database'>,
  accountId: number,
  tagId: number,
): Promise<WireTagMember[]> {
  await requireTags(database, accountId, [tagId])
  const rows = await memberRowsOf(database, eq(friendTagMember.tagId, tagId))
  return rows.map(({ id, nickname, remarkName, avatarUrl }) => ({
    TagId: tagId,
    MemberId: id,
    NickName: nickname,
    RemarkName: remarkName,
    HeadImg: avatarUrl,
  }))
}

/**
 * Rejects if one of these is no tag of this person, with the same response for another person's tag and a missing one
 * (DEC-174). Inside a transaction the tags are locked, always in the same order, so that changes by two devices run one
 * after another.
 */
async function requireTags(database: Database, accountId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await database
    .select({ id: friendTag.id })
    .from(friendTag)
    .where(and(eq(friendTag.accountId, accountId), inArray(friendTag.id, wanted)))
    .orderBy(asc(friendTag.id))
    .for('update')
  if (found.length < wanted.length) throw new CallRefusal(resultCode.notFound, 'tag-gone')
}
