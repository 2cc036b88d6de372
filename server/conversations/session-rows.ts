import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversation, conversationMember } from '../store/schema/index.ts'
import {
  countUnread,
  lastDeletion,
  lastFields,
  lastMessage,
  newestId,
  toLastFields,
} from './session-parts.ts'

const peer = alias(account, 'peer')
const peerMember = alias(conversationMember, 'peer_member')

/** Rows of the conversation list: all of this person's, or the one asked for [SESS-21 SESS-26]. */
export async function readSessionRows(
  services: Services,
  accountId: number,
  conversationId?: number,
): Promise<WireChatSession[]> {
  const isWanted =
    conversationId === undefined ? undefined : eq(conversationMember.conversationId, conversationId)
  const rows = await selectSessions(services.database, services.clock.now())
    .where(and(eq(conversationMember.accountId, accountId), isWanted))
    .orderBy(asc(conversation.id))
  return rows.map(toWireSession)
}

function selectSessions(database: Database, now: number) {
  const last = lastMessage(database, now)
  return database
    .select({
      conversation,
      member: conversationMember,
      peer,
      peerReadMessageId: peerMember.readMessageId,
      unreadCount: sql<string | number>`(${countUnread(database)})`,
      newestId: sql<string | number | null>`(${newestId(database)})`,
      deletedAt: sql<string | number | null>`(${lastDeletion(database)})`,
      last: lastFields(last),
    })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .innerJoin(peer, eq(peer.id, conversationMember.peerId))
    .innerJoin(
      peerMember,
      and(
        eq(peerMember.conversationId, conversationMember.conversationId),
        eq(peerMember.accountId, conversationMember.peerId),
      ),
    )
    .leftJoinLateral(last, sql`true`)
    .$dynamic()
}

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

const toWireSession = (row: SessionRow): WireChatSession => ({
  ID: row.conversation.id,
  SessionType: 'session',
  UserID: row.peer.id,
  NickName: row.peer.nickname,
  HeadImg: row.peer.avatarUrl,
  Status: 1,
  UnReadCount: Number(row.unreadCount),
  UnReadMaxID: row.newestId === null ? null : Number(row.newestId),
  IsTop: row.member.isPinned ? 1 : 0,
  IsNotDisturb: row.member.isMuted ? 1 : 0,
  IsNewSession: row.member.isNew ? 1 : 0,
  ReadChatID: row.peerReadMessageId,
  SelfReadChatID: row.member.readMessageId,
  CreateTime: row.conversation.createdAt,
  ReadDelete: row.conversation.vanishSeconds > 0 ? 1 : 0,
  AutoDeleteTime: row.conversation.vanishSeconds,
  LastDeleteTimeStamp: row.deletedAt === null ? null : Number(row.deletedAt),
  ...toLastFields(row.last),
})
