import { inArray } from 'drizzle-orm'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { isForwardable } from '#domain/message/selection.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { findMembership, type Membership } from '../conversations/membership.ts'
import { isExpired } from '../conversations/message-expiry.ts'
import { findMessageFile } from '../files/message-files.ts'
import type { Services } from '../services.ts'
import { message } from '../store/schema/index.ts'
import type { TextKey } from '../texts/text-keys.ts'

/** The type and body of a message to forward, or why it cannot be forwarded. */
export type ForwardSource =
  | { readonly isOk: true; readonly type: string; readonly body: string }
  | { readonly isOk: false; readonly textKey: TextKey }

/** A message as the request names it. */
export interface NamedMessage {
  readonly kind: ConversationKind
  readonly conversationId: number
  readonly messageId: number
}

/** The result for a source that does not exist, or that this person may not see. */
export const missingSource: ForwardSource = { isOk: false, textKey: 'message-gone' }
const unforwardable: ForwardSource = { isOk: false, textKey: 'message-not-forwardable' }

/**
 * Reads messages as this person may see them now, in the requested order. Missing ones and those of others get the same
 * result. Disappearing messages and notices are not forwarded (DEC-22) [VIEW-32].
 */
export async function findMessages(
  services: Services,
  accountId: number,
  named: readonly NamedMessage[],
): Promise<readonly ForwardSource[]> {
  if (named.length === 0) return []
  const ids = named.map(({ messageId }) => messageId)
  const rows = await services.database.select().from(message).where(inArray(message.id, ids))
  const found = new Map(rows.map((row) => [row.id, row]))
  const memberships = await findMemberships(services, accountId, named)
  const now = services.clock.now()
  return named.map(({ kind, conversationId, messageId }) => {
    const row = found.get(messageId)
    const membership = memberships.get(conversationId)
    if (membership?.kind !== kind || row?.conversationId !== conversationId) return missingSource
    if (row.id <= membership.historyAfterId || row.body === null || isExpired(row, now)) return missingSource
    if (row.timerSeconds !== null || !isForwardable(row.type)) return unforwardable
    return { isOk: true, type: row.type, body: row.body }
  })
}

async function findMemberships(
  { database }: Services,
  accountId: number,
  named: readonly NamedMessage[],
): Promise<ReadonlyMap<number, Membership>> {
  const found = new Map<number, Membership>()
  for (const id of new Set(named.map(({ conversationId }) => conversationId))) {
    const membership = await findMembership(database, id, accountId)
    if (membership) found.set(id, membership)
  }
  return found
}

/**
 * Reads a file by its address, as the body of a message of its type. Rejects files that this person may not see, and
 * any other type than the uploaded one.
 */
export async function findFile(
  services: Services,
  accountId: number,
  { Url, Type }: { readonly Url: string; readonly Type: string },
): Promise<ForwardSource> {
  const type = messageTypes.find((one) => one === Type)
  const kind = attachmentKindOf(Type)
  const files = type && kind ? filesOf(readMessageBody(type, Url)) : []
  if (files.length === 0) return unforwardable
  for (const [index, { name }] of files.entries()) {
    const file = await findMessageFile(services, name, [accountId])
    // The part in front of the file is its thumbnail.
    const wanted = index === 0 ? kind : 'image'
    if (!file) return missingSource
    const isFit = wanted === 'file' || wanted === file.kind
    if (!isFit || file.isDisappearing) return unforwardable
  }
  return { isOk: true, type: Type, body: Url }
}
