import { and, eq, inArray } from 'drizzle-orm'
import { createClientMessageId } from '../accounts/secrets.ts'
import type { Services } from '../services.ts'
import { message } from '../store/schema/index.ts'
import type { ForwardSource } from './forward-sources.ts'

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
 * (DEC-185).
 */
export async function planCopies(services: Services, request: ForwardRequest): Promise<ForwardPlan> {
  const nameAll = (target: ForwardTarget) =>
    Promise.all(
      request.sources.map(async ({ name, source }) => ({
        source,
        clientMessageId: await nameCopy(services, request, target, name),
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
  source: string,
): Promise<string> {
  if (requestId === undefined) return createClientMessageId(random)
  const hash = await digest.hash(['forward', accountId, requestId, kind, id, source].join(' '))
  // A hash has letters, digits, - and _; the rest after removal is longer than the required 20.
  return hash.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 20)
}

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
