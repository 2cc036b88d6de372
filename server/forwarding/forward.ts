import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { openWithFriend } from '../contacts/friendships.ts'
import { storeMessage } from '../conversations/insert-messages.ts'
import { checkMaySend, findAudience, findMembership } from '../conversations/membership.ts'
import { hasFiles } from '../conversations/message-body.ts'
import { lockConversation } from '../conversations/open-conversation.ts'
import { stageMessage } from '../conversations/send-message.ts'
import { attachCopies, copyFiles } from '../files/file-copies.ts'
import { limits } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import { type Database, isUniqueViolation } from '../store/database.ts'
import { type Locale, say } from '../texts/say.ts'
import type { TextKey } from '../texts/text-keys.ts'
import { type ForwardCopy, type ForwardSource, type ForwardTarget, findStored } from './forward-copies.ts'

/** Why a target did not receive a source; undefined if it did. */
type Failure = string | undefined

/** The forwarding account, and the language of its failures. */
interface Forwarder {
  readonly accountId: number
  readonly locale: Locale
}

/** Returns the failure of a source that reaches no target. */
export const failureOf = (source: ForwardSource, locale: Locale): Failure =>
  source.isOk ? undefined : say(locale, source.textKey)

/**
 * Sends each copy to one target, in order, as messages of the forwarding account [FWD-16]. Copies that were stored
 * earlier count as delivered, and a failure does not stop the others.
 * @returns for each copy why it was not delivered
 */
export async function forwardTo(
  services: Services,
  forwarder: Forwarder,
  target: ForwardTarget,
  copies: readonly ForwardCopy[],
): Promise<readonly Failure[]> {
  if (copies.every(({ isStored }) => isStored)) return copies.map(() => undefined)
  const { accountId, locale } = forwarder
  let conversationId: number
  try {
    conversationId =
      target.kind === 'group' ? target.id : await openWithFriend(services, accountId, target.id)
  } catch (cause) {
    const failure = readFailure(services, locale, cause)
    return copies.map(({ isStored }) => (isStored ? undefined : failure))
  }
  const failures: Failure[] = []
  for (const { isStored, source, clientMessageId } of copies) {
    if (isStored) failures.push(undefined)
    else if (source.isOk) {
      const place = { kind: target.kind, conversationId }
      const sending = sendOn(services, accountId, place, { ...source, clientMessageId })
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

/** A fault is reported and shown as a general text, a refusal with its own text. */
function readFailure({ faults }: Services, locale: Locale, cause: unknown): string {
  if (cause instanceof CallRefusal) return say(locale, cause.textKey, cause.values)
  faults.report({ kind: 'forward', detail: 'a message was not sent on', cause })
  return say(locale, 'failed')
}

interface Readied {
  readonly type: string
  readonly body: string
  readonly clientMessageId: string
}
interface Place {
  readonly kind: 'direct' | 'group'
  readonly conversationId: number
}

/** An ordinary message, sent to all members and to all devices of its sender. */
const sendOn = (services: Services, accountId: number, place: Place, copy: Readied): Promise<void> =>
  services.keyedLock.runExclusive(`conversation ${place.conversationId}`, async () => {
    // No query follows the commit, so that a stored message is always delivered.
    const send = await storeOnce(services, accountId, place, copy)
    send?.()
  })

// Undefined if a parallel call of the same request stored it after this one began.
async function storeOnce(services: Services, accountId: number, place: Place, copy: Readied) {
  try {
    return await services.database.transaction((transaction) =>
      store(services, transaction, accountId, place, copy),
    )
  } catch (cause) {
    const isStored =
      isUniqueViolation(cause) && (await findStored(services, accountId, [copy.clientMessageId])).size > 0
    if (isStored) return undefined
    throw cause
  }
}

async function store(
  services: Services,
  transaction: Database,
  senderId: number,
  { kind, conversationId }: Place,
  copy: Readied,
) {
  await lockConversation(transaction, conversationId)
  const membership = await findMembership(transaction, conversationId, senderId)
  checkMaySend(membership, kind)
  const audience = await findAudience(transaction, membership)
  const { type, clientMessageId } = copy
  const { body, files } = hasFiles(type)
    ? await copyFiles(transaction, services.random, copy)
    : { body: copy.body, files: [] }
  const values = { conversationId, senderId, clientMessageId, type, body }
  const row = await storeMessage(services, transaction, values)
  await attachCopies(transaction, files, row.message)
  return stageMessage(services, transaction, row, audience)
}

/**
 * The maximum numbers of messages, of targets (DEC-02) and of copies of one request. The copies equal the rate limit of
 * an account's messages, so that the rate limit cannot interrupt an accepted request (DEC-185) [FWD-06].
 */
export const forwardLimits = {
  messages: 500,
  targets: 100,
  copies: limits.messagePerAccount.burst,
} as const

/** Rejects a request that exceeds one of the limits, and names the limit [FWD-06]. */
export function checkForwardSize(messages: number, targets: number): void {
  if (messages > forwardLimits.messages) throw tooMany('Messages', 'forward-messages', forwardLimits.messages)
  if (targets > forwardLimits.targets) throw tooMany('UserIDs', 'forward-targets', forwardLimits.targets)
  if (messages * targets > forwardLimits.copies)
    throw tooMany('UserIDs', 'forward-copies', Math.floor(forwardLimits.copies / messages))
}

const tooMany = (Field: string, textKey: TextKey, count: number): CallRefusal =>
  new CallRefusal(resultCode.invalid, textKey, {
    values: { count },
    data: { Key: 'errors.value-not-valid', Field, Count: count },
  })
