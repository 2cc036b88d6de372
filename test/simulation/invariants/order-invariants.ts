import { groupBy } from '#domain/lists/group-by.ts'
import type { RequestedMessage } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import type { UnsentRow } from './client-invariants.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { type MessageRow, rowsByText } from './message-rows.ts'
import type { OtherTolerance } from './tolerated.ts'
import type { Truth } from './truth.ts'

/** A stale message whose tries stay without a response for this long lets later ones pass, ms. */
const unansweredTime = 4000

/** What the check of the order reads of the world. */
type OrderWorld = Pick<World, 'ledger' | 'sent' | 'tolerated'>

interface Arrival {
  readonly requested: RequestedMessage
  readonly row: MessageRow
}

/**
 * Checks that messages of one device in one conversation are on the server in the order of writing. A message that was
 * sent again takes its place there. Only sends whose files still upload, and messages that stay unanswered, may be
 * overtaken, and never by a part of their own send (DEC-108).
 */
export function checkServerOrder(world: OrderWorld, truth: Pick<Truth, 'messages'>): Violations {
  const rows = rowsByText(world, truth)
  const arrivals = world.ledger.messages.flatMap((requested) => {
    const row = requested.device === undefined ? undefined : rows.get(requested.text.trim())?.[0]
    return row ? [{ requested, row }] : []
  })
  const byQueue = groupBy(arrivals, ({ requested }) => `${requested.device} ${requested.conversation}`)
  const differences = [...byQueue.values()].flatMap((queue) => checkQueue(world, queue))
  return violationsOf('writer-order', differences)
}

function checkQueue(world: OrderWorld, queue: readonly Arrival[]): readonly string[] {
  const arrived = [...queue].sort((left, right) => left.row.id - right.row.id)
  return arrived.flatMap((later, index) => {
    // Messages that arrived before this one although they were written after it.
    const overtaking = arrived
      .slice(0, index)
      .filter(({ requested }) => isWrittenBefore(later.requested, requested))
    const wrong = overtaking.find((one) => toleranceOf(world, queue, later, one) === undefined)
    const [first] = overtaking
    if (wrong) return [`${nameOf(wrong)} overtook ${nameOf(later)}`]
    const tolerance = first && toleranceOf(world, queue, later, first)
    if (tolerance) world.tolerated.use(tolerance)
    return []
  })
}

const nameOf = ({ requested, row }: Arrival): string =>
  `${requested.tab}'s "${requested.text.slice(0, 30)}" (${row.id})`

/** A person changes from one tab to another in this time at least, ms. */
const changingTime = 100

/**
 * Whether one message was certainly written before another of the same device: in the same tab, or stored before the
 * other was written. One that was sent again counts from either moment.
 */
function isWrittenBefore(one: RequestedMessage, other: RequestedMessage): boolean {
  const start = Math.min(...other.places)
  const isEarlier = Math.max(...one.places) < start || isFirstOfTogether(one, other)
  return isEarlier && (one.tab === other.tab || one.doneAt + changingTime < other.writtenAt)
}

/**
 * Messages that are sent again together keep the order that they had before, retries included. Parts of one send keep
 * their order even if one of them was retried before the others.
 */
function isFirstOfTogether(one: RequestedMessage, other: RequestedMessage): boolean {
  if (one.places.length < 2 || one.places.at(-1) !== other.places.at(-1)) return false
  const placeBefore = one.send !== undefined && one.send === other.send ? 0 : -2
  return (one.places.at(placeBefore) ?? 0) < (other.places.at(placeBefore) ?? 0)
}

/** Why a message may be overtaken by a later one. */
function toleranceOf(
  world: OrderWorld,
  queue: readonly Arrival[],
  overtaken: Arrival,
  by: Arrival,
): OtherTolerance | undefined {
  const { sent } = world
  const { requested, row } = overtaken
  if (requested.send !== undefined && requested.send === by.requested.send) return undefined
  const isInAnotherTab = requested.tab !== by.requested.tab
  if (isInAnotherTab && (requested.isWithoutStorage || by.requested.isWithoutStorage))
    return 'overtaken by another tab while the storage failed'
  if (isDuringUpload(world, queue, overtaken, by)) return 'overtaken by later sends during its upload'
  return by.row.sentAt - sent.firstTryOf(row.clientMessageId) >= unansweredTime
    ? 'overtaken by later sends after 4 s without a response'
    : undefined
}

/**
 * Whether a message left during the upload of another one. The one in flight when the upload ended may leave after that,
 * because it waits for the socket.
 */
function isDuringUpload(
  world: OrderWorld,
  queue: readonly Arrival[],
  uploading: Arrival,
  by: Arrival,
): boolean {
  const ready = readyAt(world, queue, uploading, by)
  if (ready === Number.NEGATIVE_INFINITY) return false
  const triedAt = ({ row }: Arrival) => world.sent.firstTryOf(row.clientMessageId)
  const isTriedBefore = (tried: number) => tried > ready && tried < triedAt(by)
  const isFirst = !queue.some(
    (one) =>
      isTriedBefore(triedAt(one)) || isTriedBefore(world.sent.firstTryAfterUploadOf(one.row.clientMessageId)),
  )
  return triedAt(by) <= ready || (by.requested.writtenAt <= ready && isFirst)
}

/**
 * When the outbox knew that the files of a message and of the parts of its send before it were on the server, virtual
 * ms, for a message `by` that overtook it. Minus infinity without files, infinite if one of the parts has not arrived.
 */
function readyAt(world: OrderWorld, queue: readonly Arrival[], { requested }: Arrival, by: Arrival): number {
  const parts = world.ledger.messages.filter(
    (one) =>
      one === requested ||
      (one.send === requested.send && one.send !== undefined && placeOf(one) < placeOf(requested)),
  )
  const times = parts.map((part) => {
    const arrival = queue.find((one) => one.requested === part)
    if (!arrival) return Number.POSITIVE_INFINITY
    return part.hasFile ? uploadedAt(world, arrival, by) : Number.NEGATIVE_INFINITY
  })
  return Math.max(...times)
}

/**
 * A file that a person retries is uploaded again. So is one that a forced sign-out preserved, even if the message had
 * been tried before (DEC-115). Messages that the server stored before the resend did not overtake that upload.
 */
function uploadedAt({ sent }: OrderWorld, { requested, row }: Arrival, by: Arrival): number {
  const repeated = sent.repeatedUploadOf(row.clientMessageId)
  if (repeated !== undefined) {
    const end = Math.min(repeated, by.row.sentAt)
    if (requested.sentAgainAt.some((at) => at <= end)) return repeated
  }
  const times = sent.uploadTimesOf(row.clientMessageId)
  const stored = requested.places.length > 1 ? times.at(-1) : times[0]
  return Math.min(stored ?? Number.POSITIVE_INFINITY, sent.firstTryOf(row.clientMessageId))
}

const placeOf = ({ places }: RequestedMessage): number => places[0] ?? 0

/** Checks that a tab shows the unsent messages of its device in the order of writing. */
export function checkUnsentOrder({ ledger }: World, who: string, unsent: readonly UnsentRow[]): Violations {
  const byConversation = groupBy(unsent, ({ conversation }) => conversation)
  const differences = [...byConversation.values()].flatMap((rows) => {
    const shown = rows.flatMap(({ body }) => ledger.named(body) ?? [])
    return shown.flatMap((requested, index) => {
      const next = shown[index + 1]
      return next && isWrittenBefore(next, requested) && !wasRetriedAlone(next, requested)
        ? [`${who} shows "${requested.text.slice(0, 30)}" before "${next.text.slice(0, 30)}"`]
        : []
    })
  })
  return violationsOf('writer-order', differences)
}

/** A part of a send that was retried alone is shown after the others, although the outbox sends it in its place. */
const wasRetriedAlone = (one: RequestedMessage, other: RequestedMessage): boolean =>
  one.send !== undefined && one.send === other.send && one.places.length > other.places.length
