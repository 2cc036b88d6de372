import { parseConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { RequestedMessage } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import type { UnsentRow } from './client-invariants.ts'
import { memberOf } from './expected-view.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { hasExpired, type MessageRow, mayOmitMention, rowsByText } from './message-rows.ts'
import type { MessageTolerance } from './tolerated.ts'
import type { Truth } from './truth.ts'

/** The messages that each device shows as unsent, by the device's name. */
export type UnsentByDevice = ReadonlyMap<string, readonly UnsentRow[]>

/** A message of the ledger with what became of it. */
interface Fate {
  readonly requested: RequestedMessage
  readonly rows: readonly MessageRow[]
  /** It waits for Retry where it was written. */
  readonly isWaiting: boolean
  /** Why it need not be on the server. Undefined if it must be there. */
  readonly tolerance: MessageTolerance | undefined
}

/**
 * Checks that each message that a person sent is on the server exactly once or waits for Retry where it was written,
 * and that the server has no other messages. Counts the messages that are owed and the tolerated losses.
 */
export function checkMessages(world: World, truth: Truth, unsent: UnsentByDevice): Violations {
  const fates = fatesOf(world, truth, unsent)
  count(world, fates)
  return [
    ...checkOnce(fates),
    ...checkArrived(fates),
    ...checkContent(world, truth, fates),
    ...checkStrangers(world, truth),
    ...[...unsent].flatMap(([device, rows]) => [
      ...checkUnsent(world, device, rows),
      ...checkUnsentContent(world, truth, device, rows),
    ]),
  ]
}

function fatesOf(world: World, truth: Truth, unsent: UnsentByDevice): readonly Fate[] {
  const rows = rowsByText(world, truth)
  const waiting = new Map(
    [...unsent].map(([device, list]) => [device, new Set(list.map(({ body }) => body))]),
  )
  return world.ledger.messages.map((requested) => {
    const name = requested.text.trim()
    const own = rows.get(name) ?? []
    const isWaiting = own.length === 0 && waiting.get(requested.device ?? '')?.has(name) === true
    const loss =
      toleratedLossOf(requested, own[0]?.sentAt, returnOf(truth, requested)) ??
      (isRejectedForGood(world, requested) ? 'rejected for good' : undefined)
    return { requested, rows: own, isWaiting, tolerance: loss ?? (isWaiting ? 'waits for Retry' : undefined) }
  })
}

/**
 * Why a message may be missing. What had arrived by then must stay.
 * @param arrivedAt when the server stored it, ms
 * @param returnedAt when its writer last joined its group or became a friend again, ms
 */
export function toleratedLossOf(
  { answer, losses, writtenAt }: RequestedMessage,
  arrivedAt = Number.POSITIVE_INFINITY,
  returnedAt = Number.POSITIVE_INFINITY,
): MessageTolerance | undefined {
  if (answer === 'unknown') return 'no outcome'
  return losses.find(
    ({ kind, at }) => arrivedAt > at && !(kind === 'left the group' && returnedAt <= writtenAt),
  )?.kind
}

/**
 * When a person last joined a group, or last became a friend of the other person, ms. Undefined
 * outside the group, and without the friendship.
 */
export function returnOf(
  truth: Truth,
  { person, conversation }: Pick<RequestedMessage, 'person' | 'conversation'>,
): number | undefined {
  const side = memberOf(truth, person.userId, conversation)
  if (!side || side.peerId === null) return side?.joinedAt
  return truth.friendships.find(
    ({ accountId, friendId }) => accountId === side.accountId && friendId === side.peerId,
  )?.createdAt
}

/** Whether the server rejected a message for good because of a barrier to the other person. */
export const isRejectedForGood = (
  { barriers, sent }: World,
  { conversation, text, writtenAt }: RequestedMessage,
): boolean => barriers.stoodAfter(conversation, writtenAt) && sent.wasRejectedForGood(text)

/** Counts messages of simulated clients only: the outside person's calls always succeed. */
function count({ tolerated }: World, fates: readonly Fate[]): void {
  for (const { requested, tolerance } of fates) {
    if (requested.device === undefined || requested.isUnfit || requested.answer === 'rejected') continue
    tolerated.messages.sent++
    if (tolerance) tolerated.use(tolerance)
    else tolerated.messages.owed++
  }
}

const nameIn = ({ person, text, answer }: RequestedMessage): string =>
  `${person.name}'s "${text.slice(0, 30)}" (${answer})`

const checkOnce = (fates: readonly Fate[]): Violations =>
  violationsOf(
    'delivered-once',
    fates.flatMap(({ requested, rows }) => {
      const bodies = rows.filter(({ body }) => body !== null).length
      const most = requested.isUnfit || requested.isDeleted ? 0 : 1
      return bodies <= most && rows.length <= 1
        ? []
        : [`${nameIn(requested)} is on the server ${bodies} times, was ${rows.length} times, at most ${most}`]
    }),
  )

const checkArrived = (fates: readonly Fate[]): Violations =>
  violationsOf(
    'delivered-at-all',
    fates
      .filter(({ requested, rows, isWaiting, tolerance }) => {
        const isOwed =
          requested.answer === 'accepted' && !requested.isUnfit && !requested.isDeleted && !tolerance
        return isOwed && !isWaiting && !rows.some((row) => row.body !== null || hasExpired(row))
      })
      .map(({ requested }) => `${nameIn(requested)} of ${requested.device} is missing and has not expired`),
  )

/** The type that a message of the ledger has on the wire. */
function typeOf({ text, hasFile }: RequestedMessage): MessageType {
  if (hasFile) return text.startsWith('|') ? 'file' : 'pic'
  return text.startsWith('/stickers/') ? 'emo' : 'txt'
}

function checkContent(world: World, truth: Truth, fates: readonly Fate[]): Violations {
  const wrong = fates.flatMap(({ requested, rows }) =>
    rows.flatMap((row) => {
      const { id, senderId, type, quotedMessageId, mentions, body, editVersion, sentAt } = row
      // The server empties a deleted message.
      if (body === null)
        return senderId === requested.person.userId ? [] : [`message ${id} is of ${senderId}`]
      const found = [senderId, type, quotedMessageId ?? 0]
      const quote =
        quotedMessageId === null && mayHaveLostQuote(world, truth, requested, sentAt)
          ? 0
          : (requested.quote ?? 0)
      const expected = [requested.person.userId, typeOf(requested), quote]
      const isEqual =
        found.every((part, index) => part === expected[index]) &&
        (editVersion > 0 || isMentioning(truth, requested, row))
      return isEqual
        ? []
        : [
            `message ${id}, ${nameIn(requested)}, has ${found} ${mentions}, expected ${expected} ${requested.mentions}`,
          ]
    }),
  )
  return violationsOf('message-content', wrong)
}

/** Whether the server has the mentions of a message. It omits former members [MSG-38]. */
function isMentioning(truth: Truth, { mentions = [] }: RequestedMessage, row: MessageRow): boolean {
  const stored = row.mentions
    .split('|')
    .filter((part) => part !== '')
    .map(Number)
  return (
    stored.every((one) => mentions.includes(one)) &&
    mentions.every((one) => stored.includes(one) || mayOmitMention(truth, row, one))
  )
}

/**
 * Whether a message may have lost its quote by `arrivedAt`, virtual ms. A quote goes with the quoted message: deleted
 * for everyone, expired, or gone on the writer's device, as after leaving.
 */
function mayHaveLostQuote(
  { ledger, tolerated }: World,
  { messages }: Truth,
  requested: RequestedMessage,
  arrivedAt = Number.POSITIVE_INFINITY,
): boolean {
  if (requested.quote === undefined) return false
  const quoted = messages.find(({ id }) => id === requested.quote)
  if (quoted?.body == null) return true
  const isGone =
    requested.losses.some(({ kind, at }) => kind === 'left the group' && at <= arrivedAt) ||
    // A forced sign-out preserves the outbox without quotes.
    (requested.places.length > 1 && ledger.endedOn.has(requested.device ?? '')) ||
    ledger.localCommands.some(
      ({ device, conversation, kind, seen, at }) =>
        device === requested.device &&
        (conversation ?? requested.conversation) === requested.conversation &&
        at <= arrivedAt &&
        (kind === 'delete-for-me' ? seen === requested.quote : removals.includes(kind)),
    )
  if (isGone) tolerated.use("quote gone on its writer's device")
  return isGone
}

/** The local commands that remove all messages of a conversation. */
const removals: readonly string[] = ['clear', 'clear-all', 'delete']

/** Finds messages that nobody sent. */
function checkStrangers(world: World, truth: Truth): Violations {
  const requestedTexts = new Set(world.ledger.messages.map(({ text }) => text.trim()))
  const strangers = [...rowsByText(world, truth).keys()].filter((said) => !requestedTexts.has(said))
  return violationsOf(
    'delivered-once',
    strangers.map((said) => `no one sent ${said.slice(0, 60)}`),
  )
}

/**
 * An unsent message has failed with a reason of the server, or its upload has, or its file could not be prepared, which
 * the device reports. Only messages to groups and files may.
 */
function checkUnsent({ sent, reported }: World, device: string, rows: readonly UnsentRow[]): Violations {
  const unexplained = rows.filter(({ conversation, state, hasFile, clientId }) => {
    const mayFail = hasFile || parseConversationId(conversation).kind === 'group'
    const hasReason = sent.rejectionOf(clientId) !== undefined || (hasFile && sent.hasFailedUpload(clientId))
    return state !== 'failed' || !mayFail || !hasReason
  })
  // A report does not name its message, so each one explains the failure of one file.
  const reports = reported.filter(({ tab, kind }) => kind === 'upload' && tab.startsWith(`${device}.`)).length
  const isFailedFile = ({ state, hasFile }: UnsentRow) => state === 'failed' && hasFile
  const wrong = [
    ...unexplained.filter((row) => !isFailedFile(row)),
    ...unexplained.filter(isFailedFile).slice(reports),
  ]
  return violationsOf(
    'rejection-reason',
    wrong.map(({ body, state }) => `${device} ends with "${body.slice(0, 30)}" ${state}`),
  )
}

/** An unsent message has the type, quote and mentions that its writer gave it. */
function checkUnsentContent(
  world: World,
  truth: Truth,
  device: string,
  rows: readonly UnsentRow[],
): Violations {
  const wrong = rows.filter((row) => {
    const requested = world.ledger.named(row.body)
    if (!requested) return true
    const hasQuote =
      row.quote === requested.quote || (row.quote === undefined && mayHaveLostQuote(world, truth, requested))
    return (
      row.type !== typeOf(requested) || !hasQuote || String(row.mentions) !== String(requested.mentions ?? [])
    )
  })
  return violationsOf(
    'message-content',
    wrong.map((row) => `${device} has unsent ${JSON.stringify(row).slice(0, 200)}`),
  )
}
