import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { WireTag, WireTagMember } from '#schemas/wire/calls/tags.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, friendship, friendTag, friendTagMember } from '../store/schema/index.ts'
import { requireTags } from './require-tags.ts'

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

/** A person's tags, the oldest first, each with its members [TAG-15]. */
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

/** Who is in one of a person's tags; refuses another one [TAG-16 TAG-20]. */
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
