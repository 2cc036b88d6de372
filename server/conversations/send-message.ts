import { and, eq, sql } from 'drizzle-orm'
import type { ConversationKind } from '#schemas/ids.ts'
import { attachFiles } from '../files/message-files.ts'
import type { Services } from '../services.ts'
import { type Database, isUniqueViolation } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { message } from '../store/schema/index.ts'
import { findMembership } from './membership.ts'
import { writeMentions } from './mentions.ts'
import { checkBody, hasFiles } from './message-body.ts'
import { checkMaySend } from './send-permission.ts'
import { storeMessage } from './store-message.ts'
import { findAudience, tellMessage } from './tell-message.ts'

export interface OutgoingMessage {
  readonly kind: ConversationKind
  readonly senderId: number
  readonly conversationId: number
  readonly text: string
  readonly type: string
  readonly clientMessageId: string
  readonly quotedMessageId: number | null | undefined
  /** Ids between bars as the wire joins them; 0 is everyone [MSG-06]. */
  readonly mentions?: string | null | undefined
  /** The connection it came by, which gets a response instead of the message itself. */
  readonly connectionId?: number
}

export interface SentMessage {
  readonly id: number
  readonly sequence: number
  readonly sentAt: number
  /** Seconds after reading until it vanishes; null when it stays. */
  readonly vanishSeconds: number | null
  readonly isDuplicated: boolean
}

/**
 * Stores a message and tells the connections of everybody in the conversation [MSG-51 MSG-52 SOCK-37 SOCK-38].
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
    const { row, audience } = stored
    // Nothing is asked of the database after the commit, so that a stored message is always told.
    tellMessage(services, row, audience, outgoing.connectionId)
    const { id, sequence, sentAt, vanishSeconds } = row.message
    return { id, sequence, sentAt, vanishSeconds, isDuplicated: false }
  })
}

const messageByClientId = preparedQuery((database) =>
  database
    .select({
      id: message.id,
      sequence: message.sequence,
      sentAt: message.sentAt,
      vanishSeconds: message.vanishSeconds,
    })
    .from(message)
    .where(
      and(
        eq(message.senderId, sql.placeholder('senderId')),
        eq(message.clientMessageId, sql.placeholder('clientMessageId')),
      ),
    )
    .prepare('message_by_client_id'),
)

async function findByClientId(
  database: Database,
  { senderId, clientMessageId }: OutgoingMessage,
): Promise<Omit<SentMessage, 'isDuplicated'> | undefined> {
  const [row] = await messageByClientId(database).execute({ senderId, clientMessageId })
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
  const { conversationId, senderId, clientMessageId, type, quotedMessageId, kind } = outgoing
  const membership = await findMembership(transaction, conversationId, senderId)
  checkMaySend(membership, kind)
  const audience = await findAudience(transaction, membership)
  const mentions = writeMentions(outgoing.mentions, audience.accountIds)
  const values = { conversationId, senderId, clientMessageId, type, body, quotedMessageId, mentions }
  const row = await storeMessage(services, transaction, values)
  if (hasFiles(type)) await attachFiles(transaction, row.message)
  return { row, audience }
}
