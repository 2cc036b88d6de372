import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { refuseInvalid } from '../calls/invalid-input.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import { type Database, isUniqueViolation } from '../store/database.ts'
import { conversation, message } from '../store/schema/index.ts'
import { findMembership } from './membership.ts'
import { type ChatOfFrame, selectMessages, toWireMessage } from './message-rows.ts'

/** Most characters of a trimmed message (DEC-118). */
export const maxMessageLength = 20_000
/** Kinds a person may send; the others are the server's own notices. */
const sendableTypes: ReadonlySet<string> = new Set(['txt', 'emo'])

export interface OutgoingMessage {
  readonly senderId: number
  readonly conversationId: number
  readonly text: string
  readonly type: string
  readonly clientMessageId: string
  readonly quotedMessageId: number | null | undefined
  /** The connection it came by, which gets a response instead of the message itself. */
  readonly connectionId?: number
}

export interface SentMessage {
  readonly id: number
  readonly sequence: number
  readonly sentAt: number
  readonly isDuplicated: boolean
}

/**
 * Stores a message and tells both people's connections [MSG-51 SOCK-37].
 * A client id that this sender has used before answers the message it then became [LIFE-23].
 */
export async function sendMessage(services: Services, outgoing: OutgoingMessage): Promise<SentMessage> {
  services.limits.take('messagePerAccount', outgoing.senderId)
  const body = checkBody(outgoing)
  return services.lanes.run(`conversation ${outgoing.conversationId}`, async () => {
    const earlier = await findByClientId(services.database, outgoing)
    if (earlier) return { ...earlier, isDuplicated: true }
    const stored = await storeOnce(services, outgoing, body)
    if (!stored) return { ...(await requireByClientId(services.database, outgoing)), isDuplicated: true }
    const { row, peerId } = stored
    // Nothing is asked of the database after the commit, so that a stored message is always told.
    tellConnections(services, toWireMessage(row), outgoing, peerId)
    const { id, sequence, sentAt } = row.message
    return { id, sequence, sentAt, isDuplicated: false }
  })
}

function checkBody({ text, type }: OutgoingMessage): string {
  if (!sendableTypes.has(type)) throw CallRefusal.wrongValue('MsgType', 'message-type')
  const body = text.trim()
  if (body.length === 0) throw refuseInvalid({ field: 'Message', kind: 'short', count: 1 })
  if (body.length > maxMessageLength) {
    throw refuseInvalid({ field: 'Message', kind: 'long', count: maxMessageLength })
  }
  return body
}

async function findByClientId(
  database: Database,
  { senderId, clientMessageId }: OutgoingMessage,
): Promise<Omit<SentMessage, 'isDuplicated'> | undefined> {
  const [row] = await database
    .select({ id: message.id, sequence: message.sequence, sentAt: message.sentAt })
    .from(message)
    .where(and(eq(message.senderId, senderId), eq(message.clientMessageId, clientMessageId)))
  return row
}

// Undefined when another process has stored the same client id since it was looked up.
async function storeOnce(services: Services, outgoing: OutgoingMessage, body: string) {
  try {
    return await services.database.transaction((transaction) => store(services, transaction, outgoing, body))
  } catch (cause) {
    if (isUniqueViolation(cause)) return undefined
    throw cause
  }
}

async function requireByClientId(database: Database, outgoing: OutgoingMessage) {
  const found = await findByClientId(database, outgoing)
  if (!found) throw new Error('A message that is stored twice was not found')
  return found
}

async function store(services: Services, transaction: Database, outgoing: OutgoingMessage, body: string) {
  const { conversationId, senderId, clientMessageId, type } = outgoing
  const membership = await findMembership(transaction, conversationId, senderId)
  if (!membership) throw new CallRefusal(resultCode.messageRefused, 'message-not-deliverable')
  if (!membership.isFriend) throw new CallRefusal(resultCode.messageRefused, 'not-friends')
  // Holds the row until the commit: sequence and id of one conversation grow in the same order.
  const [head] = await transaction
    .update(conversation)
    .set({ headSequence: sql`${conversation.headSequence} + 1` })
    .where(eq(conversation.id, conversationId))
    .returning({ sequence: conversation.headSequence })
  if (!head) throw new Error('A conversation with members does not exist')
  const [inserted] = await transaction
    .insert(message)
    .values({
      conversationId,
      senderId,
      clientMessageId,
      type,
      body,
      sequence: head.sequence,
      sentAt: services.clock.now(),
      quotedMessageId: await findQuotable(transaction, outgoing),
    })
    .returning({ id: message.id })
  const [row] = await selectMessages(transaction).where(eq(message.id, inserted?.id ?? 0))
  if (!row) throw new Error('An inserted message was not found')
  return { row, peerId: membership.peerId }
}

// A quote is made from what the server has stored, and only within the conversation; anything else is dropped.
async function findQuotable(transaction: Database, outgoing: OutgoingMessage): Promise<number | null> {
  if (!outgoing.quotedMessageId) return null
  const [row] = await transaction
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.id, outgoing.quotedMessageId),
        eq(message.conversationId, outgoing.conversationId),
        isNotNull(message.body),
      ),
    )
  return row?.id ?? null
}

function tellConnections(
  services: Services,
  chat: ChatOfFrame,
  { senderId, connectionId }: OutgoingMessage,
  peerId: number,
): void {
  const accountIds = [peerId, senderId]
  const to = connectionId === undefined ? { accountIds } : { accountIds, exceptConnectionId: connectionId }
  services.connections.deliver(to, { Cmd: 'Chat', chat })
}
