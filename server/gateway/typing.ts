import { and, count, eq, ne, sql } from 'drizzle-orm'
import { mostMembersWithTyping } from '#domain/conversation/typing.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { checkMaySend, isSide, requireMembership } from '../conversations/membership.ts'
import { toPlace } from '../conversations/message-rows.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, blockedPerson, conversationMember } from '../store/schema/index.ts'

type TypingFrame = Extract<ClientFrame, { Cmd: 'Typing' }>

/**
 * Shows the others of a conversation that a person types or records there, or has stopped. Stores nothing and answers
 * nothing: a frame that exceeds the rate limit, or that the person may not send, has no effect (DEC-245).
 */
export async function passTyping(services: Services, accountId: number, frame: TypingFrame): Promise<void> {
  const { extensions, limitsOfNode, database, connections } = services
  const { ChatSessionID, GroupID, State } = frame
  const conversationId = ChatSessionID ?? GroupID
  const isOnePlace = typeof ChatSessionID !== 'number' || typeof GroupID !== 'number'
  if (!extensions.has('typing') || !conversationId || !isOnePlace) return
  if ((await limitsOfNode.waitFor('typingPerAccount', accountId)) > 0) return
  const kind = ChatSessionID ? 'direct' : 'group'
  if (!(await mayWrite(database, kind, conversationId, accountId))) return
  const name = await nameOfShown(database, conversationId, accountId)
  if (name === undefined) return
  const accountIds = await findWatchers(database, conversationId, accountId)
  const facts = { ...toPlace(kind, conversationId), UserID: accountId, UserName: name, State }
  connections.deliverUnstored({ accountIds }, { Cmd: 'Typing', ...facts })
}

async function mayWrite(
  database: Database,
  kind: ConversationKind,
  conversationId: number,
  accountId: number,
): Promise<boolean> {
  try {
    checkMaySend(await requireMembership(database, kind, conversationId, accountId), kind)
  } catch (cause) {
    if (cause instanceof CallRefusal) return false
    throw cause
  }
  const [members] = await database
    .select({ count: count() })
    .from(conversationMember)
    .where(eq(conversationMember.conversationId, conversationId))
  return (members?.count ?? 0) <= mostMembersWithTyping
}

/** Returns the name that the others see; undefined if this person does not show typing. */
async function nameOfShown(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<string | undefined> {
  const [own] = await database
    .select({ nickname: account.nickname, memberName: conversationMember.memberName })
    .from(account)
    .innerJoin(conversationMember, eq(conversationMember.accountId, account.id))
    .where(and(isSide(conversationId, accountId), account.showsTyping))
  return own && (own.memberName || own.nickname)
}

/** Returns the others who see typing, without those who have blocked this person or whom this person has blocked. */
async function findWatchers(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<readonly number[]> {
  const isBlock = sql`(${blockedPerson.accountId}, ${blockedPerson.blockedId}) in (
    (${conversationMember.accountId}, ${accountId}), (${accountId}, ${conversationMember.accountId}))`
  const rows = await database
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .innerJoin(account, eq(account.id, conversationMember.accountId))
    .where(
      and(
        eq(conversationMember.conversationId, conversationId),
        ne(conversationMember.accountId, accountId),
        account.showsTyping,
        sql`not exists (select from ${blockedPerson} where ${isBlock})`,
      ),
    )
  return rows.map((row) => row.accountId)
}
