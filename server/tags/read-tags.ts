import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import type { WireTag, WireTagMember } from '#schemas/wire/calls/tags.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, friendship, friendTag, friendTagMember } from '../store/schema/index.ts'

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
export async function requireTags(
  database: Database,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
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
