import { and, eq, inArray } from 'drizzle-orm'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { isForwardable } from '#domain/message/selection.ts'
import { sharedLength } from '#domain/message-list/album.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { createClientMessageId } from '../accounts/secrets.ts'
import { findMembership, type Membership } from '../conversations/membership.ts'
import { isExpired } from '../conversations/message-expiry.ts'
import { findMessageFile } from '../files/message-files.ts'
import type { Services } from '../services.ts'
import { message } from '../store/schema/index.ts'
import type { TextKey } from '../texts/text-keys.ts'

/** A person or a group that receives forwarded messages. */
export interface ForwardTarget {
  readonly kind: 'direct' | 'group'
  /** The id of the person or the group. */
  readonly id: number
}

/** A source: a message or saved item to forward. */
export interface NamedSource {
  /** Its key, unique within one account. */
  readonly name: string
  readonly source: ForwardSource
}

/** One source for one target. */
export interface ForwardCopy {
  readonly source: ForwardSource
  /** The client id of the message that it becomes. */
  readonly clientMessageId: string
  /** An earlier call of the same request has sent it. */
  readonly isStored: boolean
}

/** The copies for each target, in the order of the sources. */
export type ForwardPlan = ReadonlyMap<ForwardTarget, readonly ForwardCopy[]>

interface ForwardRequest {
  readonly accountId: number
  /** Undefined if the client sent none; then every call is a new request. */
  readonly requestId: string | undefined
  readonly targets: readonly ForwardTarget[]
  readonly sources: readonly NamedSource[]
}

/**
 * Returns the copies that a request makes for each target. With a request id, each copy's client message id follows
 * from request, source and target. The store accepts such an id once from an account, so no copy is sent twice
 * (DEC-185). The copies of one send share the start of their ids, so that they stay an album (DEC-228).
 */
export async function planCopies(services: Services, request: ForwardRequest): Promise<ForwardPlan> {
  const nameAll = (target: ForwardTarget) =>
    Promise.all(
      request.sources.map(async (named) => ({
        source: named.source,
        clientMessageId: await nameCopy(services, request, target, named),
      })),
    )
  const named = await Promise.all(
    request.targets.map(async (target) => [target, await nameAll(target)] as const),
  )
  const ids = named.flatMap(([, copies]) => copies.map(({ clientMessageId }) => clientMessageId))
  const there: ReadonlySet<string> =
    request.requestId === undefined ? new Set() : await findStored(services, request.accountId, ids)
  return new Map(
    named.map(([target, copies]) => [
      target,
      copies.map((copy) => ({ ...copy, isStored: there.has(copy.clientMessageId) })),
    ]),
  )
}

async function nameCopy(
  { digest, random }: Services,
  { accountId, requestId }: ForwardRequest,
  { kind, id }: ForwardTarget,
  { name, source: { part } }: NamedSource,
): Promise<string> {
  if (requestId === undefined) return createClientMessageId(random)
  const source = part === undefined ? name : `send ${part.send}`
  const hash = await digest.hash(['forward', accountId, requestId, kind, id, source].join(' '))
  // A hash has letters, digits, - and _; the rest after removal is longer than the required 20.
  const letters = hash.replaceAll(/[^A-Za-z0-9]/g, '')
  return part === undefined ? letters.slice(0, idLength) : `${letters.slice(0, sharedLength)}${part.index}`
}

/** The length of a client message id. */
const idLength = 20

/** Returns the client message ids that this account has used already, also for deleted messages. */
export async function findStored(
  { database }: Services,
  accountId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ id: message.clientMessageId })
    .from(message)
    .where(and(eq(message.senderId, accountId), inArray(message.clientMessageId, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

/** The type and body of a message to forward, or why it cannot be forwarded. */
export type ForwardSource = { readonly part?: SendPart | undefined } & (
  | { readonly isOk: true; readonly type: string; readonly body: string }
  | { readonly isOk: false; readonly textKey: TextKey }
)

/** The send that a message is a part of (DEC-228), and its characters in the client id. */
interface SendPart {
  readonly send: string
  readonly index: string
}

const partOf = ({ senderId, clientMessageId }: typeof message.$inferSelect): SendPart | undefined =>
  clientMessageId.length === idLength
    ? {
        send: `${senderId} ${clientMessageId.slice(0, sharedLength)}`,
        index: clientMessageId.slice(sharedLength),
      }
    : undefined

/** A message as the request names it. */
interface NamedMessage {
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
    // A message that is gone keeps its part, so that its earlier copy is found.
    const part = partOf(row)
    if (row.id <= membership.historyAfterId || row.body === null || isExpired(row, now))
      return { ...missingSource, part }
    if (row.timerSeconds !== null || !isForwardable(row.type)) return { ...unforwardable, part }
    return { isOk: true, type: row.type, body: row.body, part }
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
