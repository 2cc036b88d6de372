import type { ConversationKind } from '#schemas/ids.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import type { Audience } from './membership.ts'
import { checkBody } from './message-body.ts'
import { type MessageRow, messageFrame } from './message-rows.ts'
import type { EarlierMessage } from './sending-facts.ts'

export interface OutgoingMessage {
  readonly kind: ConversationKind
  readonly senderId: number
  readonly conversationId: number
  readonly text: string
  readonly type: string
  readonly clientMessageId: string
  readonly quotedMessageId: number | null | undefined
  /** Ids between bars, in the wire's format; 0 is everyone [MSG-06]. */
  readonly mentions?: string | null | undefined
  /** The connection it came from, which gets a response instead of the message. */
  readonly connectionId?: number
  /** Whether the sending connection has ended; the message is not stored then. */
  readonly isConnectionEnded?: () => boolean
}

export interface SentMessage extends EarlierMessage {
  readonly isDuplicated: boolean
}

/**
 * Stores a message and sends it to all connections of the members [MSG-51 MSG-52 SOCK-37 SOCK-38]. A client id that
 * this sender has used before returns the message of the first use [LIFE-23].
 */
export async function sendMessage(services: Services, outgoing: OutgoingMessage): Promise<SentMessage> {
  const { metrics } = services
  try {
    const sent = await storeAndDeliver(services, outgoing)
    metrics.messageSent(outgoing.kind, sent.isDuplicated ? 'repeated' : 'stored')
    return sent
  } catch (cause) {
    metrics.messageSent(outgoing.kind, 'rejected')
    throw cause
  }
}

async function storeAndDeliver(services: Services, outgoing: OutgoingMessage): Promise<SentMessage> {
  await services.limits.take('messagePerAccount', outgoing.senderId)
  const body = checkBody(outgoing)
  // The queue keeps the order, so sends need not wait for each other.
  return services.keyedLock.runShared(`conversation ${outgoing.conversationId}`, async () => {
    if (outgoing.isConnectionEnded?.()) throw CallRefusal.notAuthenticated()
    const outcome = await services.sends.store({ ...outgoing, body })
    if (outcome.kind === 'refused') throw outcome.refusal
    if (outcome.kind === 'known') return { ...outcome.message, isDuplicated: true }
    services.pushes.messageStored(outcome.row.message)
    const { id, sequence, sentAt, timerSeconds } = outcome.row.message
    return { id, sequence, sentAt, timerSeconds, isDuplicated: false }
  })
}

/**
 * Makes sending a stored message part of its transaction.
 * @returns a function that sends it; to be called after the commit
 */
export async function stageMessage(
  { connections, pushes }: Services,
  transaction: Database,
  row: MessageRow,
  audience: Audience,
): Promise<() => void> {
  const send = await connections.stage(transaction, [messageFrame(row, audience)])
  return () => {
    send()
    pushes.messageStored(row.message)
  }
}
