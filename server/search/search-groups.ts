import { and, asc, eq, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hasAllWords, readSearchWords } from '#domain/search/search-words.ts'
import type { WireGroupHit } from '#schemas/wire/calls/search.ts'
import type { Services } from '../services.ts'
import { type Database, readInBatches } from '../store/database.ts'
import { account, chatGroup, conversationMember, friendship } from '../store/schema/index.ts'

/** The maximum number of groups in a response, and of members of one group. */
const most = { groups: 50, members: 20 }
/** The number of groups whose members are read between two turns of the event loop. */
const batchSize = 20

/**
 * Returns the groups of an account whose name or members match a keyword, by group [SEARCH-14]. A member matches by the
 * account's own remark, the name in the group or the nickname; the first of these is the name that the account sees.
 */
export async function searchGroups(
  services: Services,
  accountId: number,
  keyword: string,
): Promise<WireGroupHit[]> {
  const words = readSearchWords(keyword)
  if (words.length === 0) return []
  const found: WireGroupHit[] = []
  await readInBatches<GroupOfAccount>(services, batchSize, async (last) => {
    if (found.length >= most.groups) return []
    const groups = await groupsAfter(services.database, accountId, last?.id ?? 0)
    for (const group of groups) {
      const Users: NonNullable<WireGroupHit['Users']> = []
      for (const { id, avatarUrl, names } of await membersOf(services.database, accountId, group.id)) {
        const MatchedName = names.find((name) => hasAllWords(name, words))
        if (MatchedName !== undefined && Users.length < most.members)
          Users.push({ UserID: id, MatchedName, HeadImg: avatarUrl })
      }
      if (Users.length === 0 && !hasAllWords(group.name, words)) continue
      found.push({ GroupID: group.id, GroupImg: group.avatarUrl, GroupName: group.name, Users })
    }
    return groups
  })
  return found.slice(0, most.groups)
}

interface GroupOfAccount {
  readonly id: number
  readonly name: string
  readonly avatarUrl: string
}

const groupsAfter = (database: Database, accountId: number, after: number): Promise<GroupOfAccount[]> =>
  database
    .select({ id: chatGroup.conversationId, name: chatGroup.name, avatarUrl: chatGroup.avatarUrl })
    .from(conversationMember)
    .innerJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(and(eq(conversationMember.accountId, accountId), gt(conversationMember.conversationId, after)))
    .orderBy(asc(chatGroup.conversationId))
    .limit(batchSize)

const remark = alias(friendship, 'remark')

/** Returns the other members of a group with the names under which an account may know them. */
async function membersOf(database: Database, accountId: number, groupId: number) {
  const rows = await database
    .select({
      id: account.id,
      avatarUrl: account.avatarUrl,
      nickname: account.nickname,
      memberName: conversationMember.memberName,
      remarkName: remark.remarkName,
    })
    .from(conversationMember)
    .innerJoin(account, eq(account.id, conversationMember.accountId))
    .leftJoin(remark, and(eq(remark.accountId, accountId), eq(remark.friendId, account.id)))
    .where(eq(conversationMember.conversationId, groupId))
    .orderBy(asc(account.id))
  return rows.map(({ id, avatarUrl, nickname, memberName, remarkName }) => ({
    id,
    avatarUrl,
    names: [remarkName ?? '', memberName, nickname],
  }))
}
