import type { ServerId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { isNotice } from '../message-list/rows.ts'

/** A message that vanishes after being read, and how far it has come. */
export interface BurningMessage {
  readonly serverId: ServerId
  readonly isOwn: boolean
  /** Seconds from reading until it vanishes. */
  readonly burnsAfter: number
  /** Server time, ms; undefined while nobody has read it: then nothing counts down [BURN-13]. */
  readonly readAt: number | undefined
}

/** Everything up to `upTo` was read at `at` (server time, ms) at the latest. */
export interface ReadTime {
  readonly upTo: ServerId
  readonly at: number
}

/** The burnable messages of one conversation, and what is known of when it was read. Owned and changed in place by its fold. */
export interface Burning {
  readonly messages: Map<ServerId, BurningMessage>
  /** When this user read, and when the other side did: newest mark first, each earlier mark at an earlier time. */
  readonly ownReads: ReadTime[]
  readonly peerReads: ReadTime[]
}

/** Read times that are kept, for messages that are heard of after they were read. */
const readTimeLimit = 32

export const initialBurning = (): Burning => ({ messages: new Map(), ownReads: [], peerReads: [] })

/** Whether a message vanishes after being read; notices never do [BURN-08]. */
export const isBurnable = (message: Pick<ConfirmedMessage, 'type' | 'burnsAfter' | 'body'>): boolean =>
  message.body !== null && (message.burnsAfter ?? 0) > 0 && !isNotice(message)

/** When a message vanishes, server ms; undefined while it does not count down [BURN-10 BURN-13]. */
export const burnsAt = ({ readAt, burnsAfter }: BurningMessage): number | undefined =>
  readAt === undefined ? undefined : readAt + burnsAfter * 1000

/** Messages whose time is over at `now`, server ms. */
export const dueMessages = ({ messages }: Burning, now: number): readonly ServerId[] =>
  [...messages.values()].filter((message) => (burnsAt(message) ?? now) < now).map(({ serverId }) => serverId)

/**
 * Notes a message that was heard of. Of several times of reading the earliest counts, so that nothing starts the countdown
 * anew; in a group the sender's copy counts from sending (DEC-28) [BURN-09].
 */
export function noteBurnable(
  burning: Burning,
  message: ConfirmedMessage,
  facts: { readonly isOwn: boolean; readonly isGroup: boolean },
): void {
  const known = burning.messages.get(message.serverId)
  if (!known && !isBurnable(message)) return
  const { isOwn, isGroup } = facts
  const reads = isOwn ? burning.peerReads : burning.ownReads
  const readAt = earliest(
    known?.readAt,
    message.readAt,
    isOwn && isGroup ? message.sentAt : timeOfReading(reads, message.serverId),
  )
  const { serverId } = message
  burning.messages.set(serverId, {
    serverId,
    isOwn,
    burnsAfter: message.burnsAfter ?? known?.burnsAfter ?? 0,
    readAt,
  })
}

/** Notes that everything up to a mark was read, by this user or by the other side [BURN-09]. */
export function noteReading(burning: Burning, side: 'own' | 'peer', read: ReadTime): void {
  keepReadTime(side === 'own' ? burning.ownReads : burning.peerReads, read)
  for (const [id, message] of burning.messages) {
    const isConcerned = id <= read.upTo && message.isOwn === (side === 'peer')
    if (!isConcerned || (message.readAt ?? Number.POSITIVE_INFINITY) <= read.at) continue
    burning.messages.set(id, { ...message, readAt: read.at })
  }
}

const earliest = (...times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** The earliest time at which a mark took in this message. */
const timeOfReading = (reads: readonly ReadTime[], id: ServerId): number | undefined =>
  earliest(...reads.filter((read) => read.upTo >= id).map((read) => read.at))

/** Keeps what no mark that reaches as far had reached as early; which ones stay does not depend on their order. */
function keepReadTime(reads: ReadTime[], read: ReadTime): void {
  if (reads.some((known) => known.upTo >= read.upTo && known.at <= read.at)) return
  const kept = reads.filter((known) => known.upTo > read.upTo || known.at < read.at)
  const sorted = [...kept, read].sort((left, right) => right.upTo - left.upTo)
  reads.splice(0, reads.length, ...sorted.slice(0, readTimeLimit))
}
