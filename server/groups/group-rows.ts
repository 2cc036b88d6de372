import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { canManage, groupRole } from '#domain/group/roles.ts'
import type { WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import {
  draftTime,
  isUnread,
  lastDeletion,
  lastFields,
  lastMessage,
  listBatch,
  newestId,
  readSequence,
  toExtensionFields,
  toLastFields,
  unreadCountQuery,
} from '../conversations/session-rows.ts'
import type { Services } from '../services.ts'
import { type Database, readInBatches } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  account,
  applicationStatus,
  chatGroup,
  conversation,
  conversationMember,
  groupApplication,
  message,
} from '../store/schema/index.ts'

const fellow = alias(conversationMember, 'fellow')
const lastSender = alias(account, 'last_sender')

/** Returns the groups of the conversation list: all of this person's, or the requested one [SESS-23 SESS-26]. */
export async function readGroupRows(
  services: Services,
  accountId: number,
  conversationId?: number,
): Promise<WireGroupSession[]> {
  const now = services.clock.now()
  const rows = await (conversationId === undefined
    ? readInBatches<GroupRow>(services, listBatch, (last) =>
        groupsOf(services.database).execute({ accountId, now, after: last?.conversation.id ?? 0 }),
      )
    : groupOf(services.database).execute({ accountId, conversationId, now }))
  const ids = rows.map((row) => row.conversation.id)
  const summaries = await readSummaries(services.database, ids)
  return rows.map((row) => ({
    ...toWireGroup(row, summaries.get(row.conversation.id)),
    ...toExtensionFields(services, row),
  }))
}

const isTheirs = eq(conversationMember.accountId, sql.placeholder('accountId'))

const groupsOf = preparedQuery((database) =>
  selectGroups(database)
    .where(and(isTheirs, gt(conversationMember.conversationId, sql.placeholder('after'))))
    .orderBy(asc(conversation.id))
    .limit(listBatch)
    .prepare('groups'),
)

const groupOf = preparedQuery((database) =>
  selectGroups(database)
    .where(and(isTheirs, eq(conversationMember.conversationId, sql.placeholder('conversationId'))))
    .prepare('group'),
)

function selectGroups(database: Database) {
  const last = lastMessage(database, sql.placeholder('now'))
  return database
    .select({
      conversation,
      member: conversationMember,
      group: chatGroup,
      unreadCount: sql<string | number>`(${unreadCountQuery(database)})`,
      readSequence: sql<string | number | null>`(${readSequence(database)})`,
      newestId: sql<string | number | null>`(${newestId(database)})`,
      deletedAt: sql<string | number | null>`(${lastDeletion(database)})`,
      draftAt: sql<string | number | null>`(${draftTime(database)})`,
      readOwnId: sql<string | number | null>`(${newestReadOwn(database)})`,
      mentionedAt: sql<string | number | null>`(${firstUnreadMention(database)})`,
      applicationCount: sql<string | number>`(${countApplications(database)})`,
      last: lastFields(last),
      lastSenderName: lastSender.nickname,
    })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .innerJoin(chatGroup, eq(chatGroup.conversationId, conversation.id))
    .leftJoinLateral(last, sql`true`)
    .leftJoin(lastSender, eq(lastSender.id, last.senderId))
    .$dynamic()
}

/** Counts the pending applications to join. */
const countApplications = (database: Database) =>
  database
    .select({ count: sql`count(*)` })
    .from(groupApplication)
    .where(
      and(
        eq(groupApplication.groupId, conversationMember.conversationId),
        eq(groupApplication.status, applicationStatus.pending),
      ),
    )

type GroupRow = Awaited<ReturnType<typeof selectGroups>>[number]

// The newest own message that another member has read. Read markers of members say less: a new member has one but has
// read nothing.
const newestReadOwn = (database: Database) =>
  database
    .select({ id: sql`max(${message.id})` })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationMember.conversationId),
        eq(message.senderId, conversationMember.accountId),
        isNotNull(message.readAt),
      ),
    )

// Mentions are stored between bars; 0 is everyone [MSG-06 MSG-39].
const firstUnreadMention = (database: Database) =>
  database
    .select({ sentAt: sql`min(${message.sentAt})` })
    .from(message)
    .where(
      and(
        isUnread,
        sql`(${message.mentions} like '%|' || ${conversationMember.accountId}::text || '|%' or ${message.mentions} like '%|0|%')`,
      ),
    )

interface GroupSummary {
  readonly count: number
  readonly ownerId: number | null
}

async function readSummaries(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GroupSummary>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .select({
      id: fellow.conversationId,
      count: sql<string | number>`count(*)`,
      ownerId: sql<
        string | number | null
      >`max(${fellow.accountId}) filter (where ${fellow.role} = ${groupRole.owner})`,
    })
    .from(fellow)
    .where(inArray(fellow.conversationId, [...ids]))
    .groupBy(fellow.conversationId)
  return new Map(
    rows.map(({ id, count, ownerId }) => [
      id,
      { count: Number(count), ownerId: ownerId === null ? null : Number(ownerId) },
    ]),
  )
}

const toWireGroup = (row: GroupRow, summary: GroupSummary | undefined): WireGroupSession => ({
  ID: row.conversation.id,
  SessionType: 'group',
  GroupName: row.group.name,
  GroupImg: row.group.avatarUrl,
  GroupType: row.group.isChannel ? 1 : 0,
  UserID: summary?.ownerId ?? null,
  UserCount: summary?.count ?? 0,
  UnReadCount: Number(row.unreadCount),
  UnReadMaxID: row.newestId === null ? null : Number(row.newestId),
  IsTop: writeFlag(row.member.isPinned),
  IsNotDisturb: writeFlag(row.member.isMuted),
  IsNewSession: writeFlag(row.member.isNew),
  // Only managers decide about applications, so only they see the count [ADMIN-09].
  GroupJoinApplyCount: canManage(row.member.role) ? Number(row.applicationCount) : 0,
  ReadGroupChatID: Number(row.readOwnId ?? 0),
  SelfReadChatID: row.member.readMessageId,
  SelfReadSeqID: Number(row.readSequence ?? 0),
  GotAt: row.mentionedAt === null ? null : Number(row.mentionedAt),
  GroupCode: row.group.code,
  Info: row.group.announcement,
  AllBan: writeFlag(row.group.isAllBanned),
  Self: {
    Role: row.member.role,
    Status: row.member.isBanned ? 0 : 1,
    GroupMemberName: row.member.memberName,
  },
  CreateTime: row.member.joinedAt || row.conversation.createdAt,
  LastMsgUserNickName: row.lastSenderName,
  LastDeleteTimeStamp: row.deletedAt === null ? null : Number(row.deletedAt),
  ...toLastFields(row.last),
})
