import { createClientMessageId } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { findMembership } from '../conversations/membership.ts'
import { hasFiles } from '../conversations/message-body.ts'
import { openWithFriend } from '../conversations/open-with-friend.ts'
import { checkMaySend } from '../conversations/send-permission.ts'
import { storeMessage } from '../conversations/store-message.ts'
import { findAudience, tellMessage } from '../conversations/tell-message.ts'
import { attachCopies, copyFiles } from '../files/file-copies.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { type Locale, say } from '../texts/say.ts'
import type { ForwardSource } from './forward-sources.ts'

/** A person or a group that something is sent on to. */
export interface ForwardTarget {
  readonly kind: 'direct' | 'group'
  /** Of the person or the group. */
  readonly id: number
}

/** Why a target did not get a source; undefined when it did. */
type Failure = string | undefined

/** Who sends on, in whose language what fails is said. */
interface Forwarder {
  readonly accountId: number
  readonly locale: Locale
}

/** The same for a source that goes nowhere: what is said of it. */
export const failureOf = (source: ForwardSource, locale: Locale): Failure =>
  source.isOk ? undefined : say(locale, source.textKey)

/**
 * Sends each source to one target, in their order, as messages of whoever sends them on [FWD-16]. What fails does not hold
 * up the rest.
 * @returns for each source why it did not arrive
 */
export async function forwardTo(
  services: Services,
  forwarder: Forwarder,
  target: ForwardTarget,
  sources: readonly ForwardSource[],
): Promise<readonly Failure[]> {
  const { accountId, locale } = forwarder
  let conversationId: number
  try {
    conversationId =
      target.kind === 'group' ? target.id : await openWithFriend(services, accountId, target.id)
  } catch (cause) {
    const failure = readFailure(services, locale, cause)
    return sources.map(() => failure)
  }
  const failures: Failure[] = []
  for (const source of sources) {
    if (source.isOk) {
      const sending = sendOn(services, accountId, { kind: target.kind, conversationId }, source)
      failures.push(
        await sending.then(
          () => undefined,
          (cause: unknown) => readFailure(services, locale, cause),
        ),
      )
    } else failures.push(failureOf(source, locale))
  }
  return failures
}

/** A fault is reported and said in general words, a refusal in its own. */
function readFailure({ faults }: Services, locale: Locale, cause: unknown): string {
  if (cause instanceof CallRefusal) return say(locale, cause.textKey, cause.values)
  faults.report({ kind: 'forward', detail: 'a message was not sent on', cause })
  return say(locale, 'failed')
}

type Readied = Extract<ForwardSource, { readonly isOk: true }>
interface Place {
  readonly kind: 'direct' | 'group'
  readonly conversationId: number
}

/** An ordinary message, told to everybody in the conversation and to all devices of its sender. */
async function sendOn(services: Services, accountId: number, place: Place, source: Readied): Promise<void> {
  services.limits.take('messagePerAccount', accountId)
  await services.lanes.run(`conversation ${place.conversationId}`, async () => {
    const { row, audience } = await services.database.transaction((transaction) =>
      store(services, transaction, accountId, place, source),
    )
    // Nothing is asked of the database after the commit, so that a stored message is always told.
    tellMessage(services, row, audience)
  })
}

async function store(
  services: Services,
  transaction: Database,
  senderId: number,
  { kind, conversationId }: Place,
  source: Readied,
) {
  const membership = await findMembership(transaction, conversationId, senderId)
  checkMaySend(membership, kind)
  const audience = await findAudience(transaction, membership)
  const { body, files } = hasFiles(source.type)
    ? await copyFiles(transaction, services.random, source)
    : { body: source.body, files: [] }
  const clientMessageId = createClientMessageId(services.random)
  const values = { conversationId, senderId, clientMessageId, type: source.type, body }
  const row = await storeMessage(services, transaction, values)
  await attachCopies(transaction, files, row.message)
  return { row, audience }
}
