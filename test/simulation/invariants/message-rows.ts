import { isNotice } from '#domain/message/message-notices.ts'
import { labelOf } from '../scenario/attachments.ts'
import type { RequestedMessage } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import type { Truth } from './truth.ts'

export type MessageRow = Truth['messages'][number]

/** Message types that the server writes in people's names. */
const isServers = (message: MessageRow): boolean => isNotice(message) || message.type === 'invite'

/**
 * The rows of client messages, keyed by the ledger's name for the text. Their identity is known even after the text is
 * gone.
 */
export function rowsByText(
  { sent }: Pick<World, 'sent'>,
  { messages }: Pick<Truth, 'messages'>,
): ReadonlyMap<string, readonly MessageRow[]> {
  const rows = new Map<string, MessageRow[]>()
  for (const row of messages) {
    const said = sent.textOf(row.clientMessageId)
    if (said === undefined) continue
    const same = rows.get(said)
    if (same) same.push(row)
    else rows.set(said, [row])
  }
  return rows
}

/** The rows that the server created by forwarding. */
export const forwardedRows = ({ sent }: World, { messages }: Truth): readonly MessageRow[] =>
  messages.filter((row) => !isServers(row) && sent.textOf(row.clientMessageId) === undefined)

export const hasExpired = ({ body, expiresAt }: MessageRow): boolean => body === null && expiresAt !== null

/** Recorded messages that the server accepted and that have expired since. */
export function expiredMessages(world: World, truth: Truth): ReadonlySet<RequestedMessage> {
  const rows = rowsByText(world, truth)
  const isExpired = ({ text }: RequestedMessage) => rows.get(text.trim())?.some(hasExpired) === true
  return new Set(world.ledger.messages.filter(isExpired))
}

/**
 * Whether a message that this user may read has the same text or quotes it. A forwarded copy stays when its original is
 * deleted or edited, and the other way round.
 */
export function isTextElsewhere(
  { messages, members }: Truth,
  user: number | undefined,
  said: string,
): boolean {
  const canRead = (row: MessageRow): boolean =>
    members.some(
      ({ accountId, conversationId, historyAfterId }) =>
        accountId === user && conversationId === row.conversationId && row.id > historyAfterId,
    )
  const quotes = (row: MessageRow, original: number): boolean =>
    row.body !== null && row.quotedMessageId === original && canRead(row)
  return messages.some(
    (row) =>
      row.body !== null &&
      labelOf(row.body) === said &&
      (canRead(row) || messages.some((other) => quotes(other, row.id))),
  )
}

/** Whether the server may have omitted a mention, because the person was not a member when it stored the message [MSG-38]. */
export const mayOmitMention = (
  { members }: Truth,
  { conversationId, sentAt }: Pick<MessageRow, 'conversationId' | 'sentAt'>,
  mentioned: number,
): boolean =>
  !members.some(
    (member) =>
      member.conversationId === conversationId && member.accountId === mentioned && member.joinedAt < sentAt,
  )
