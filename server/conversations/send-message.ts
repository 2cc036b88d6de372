import type { ConversationKind } from '#schemas/ids.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Audience } from './membership.ts'
import { checkBody } from './message-body.ts'
import { type MessageRow, toWireMessage } from './message-rows.ts'
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
    const { row, audience } = outcome
    // No query follows the commit, so that a stored message is always delivered.
    deliverMessage(services, row, audience, outgoing.connectionId)
    const { id, sequence, sentAt, timerSeconds } = row.message
    return { id, sequence, sentAt, timerSeconds, isDuplicated: false }
  })
}

/** Sends a stored message to all members, except to the connection it came from, which gets a response instead. */
export function deliverMessage(
  services: Services,
  row: MessageRow,
  { accountIds, group }: Audience,
  exceptConnectionId?: number,
): void {
  const to = exceptConnectionId === undefined ? { accountIds } : { accountIds, exceptConnectionId }
  services.connections.deliver(to, group ? groupFrame(row, group) : directFrame(row))
  services.pushes.messageStored(row.message)
}

const directFrame = (row: MessageRow): ServerFrameInput => ({
  Cmd: 'Chat',
  chat: { ...toWireMessage(row, 'direct', row.message.sentAt), ChatSessionID: row.message.conversationId },
})

const groupFrame = (row: MessageRow, group: NonNullable<Audience['group']>): ServerFrameInput => ({
  Cmd: 'GroupChat',
  GroupID: row.message.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  GroupInfo: group.announcement,
  groupchat: toWireMessage(row, 'group', row.message.sentAt),
})
