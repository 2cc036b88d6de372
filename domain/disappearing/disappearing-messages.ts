import type { ServerId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { isNotice } from '../message/message-notices.ts'

/** A disappearing message and the state of its timer. */
export interface DisappearingMessage {
  readonly serverId: ServerId
  readonly isOwn: boolean
  /** Seconds from reading until it expires. */
  readonly timerSeconds: number
  /** Server time, ms; undefined before it was read: the timer has not started [BURN-13]. */
  readonly readAt?: number | undefined
  /** When it was read by a clock that the server had not corrected. Enough to hide it, not to erase it. */
  readonly guessedAt?: number | undefined
}

/** Everything up to `upTo` was read by `at` (server time, ms); a guess comes from a clock that may be wrong. */
export interface ReadTime {
  readonly upTo: ServerId
  readonly at: number
  readonly isGuess?: boolean | undefined
}

/** The disappearing messages of one conversation and the known reading times. Changed in place by its fold. */
export interface DisappearingMessages {
  readonly messages: Map<ServerId, DisappearingMessage>
  /** When this user and the peer read: newest marker first, each earlier marker with an earlier time. */
  readonly ownReads: ReadTime[]
  readonly peerReads: ReadTime[]
}

/** The number of reading times that are kept, for messages received after they were read. */
const readTimeLimit = 32

export const initialDisappearing = (): DisappearingMessages => ({
  messages: new Map(),
  ownReads: [],
  peerReads: [],
})

/** Whether a message disappears after being read; notices never do [BURN-08]. */
export const isDisappearing = (message: Pick<ConfirmedMessage, 'type' | 'timerSeconds' | 'body'>): boolean =>
  message.body !== null && (message.timerSeconds ?? 0) > 0 && !isNotice(message)

/**
 * Returns when a message may be erased, server ms; undefined while its reading time is not certain [BURN-10 BURN-13].
 */
const erasableAt = ({ readAt, timerSeconds }: DisappearingMessage): number | undefined =>
  readAt === undefined ? undefined : readAt + timerSeconds * 1000

/** Returns when a message is hidden, server ms; undefined before its timer starts [BURN-10 BURN-13]. */
export function expiresAt({ readAt, guessedAt, timerSeconds }: DisappearingMessage): number | undefined {
  const start = earliest(readAt, guessedAt)
  return start === undefined ? undefined : start + timerSeconds * 1000
}

/** Returns the messages that are certainly expired at `now`, server ms. */
export const dueMessages = ({ messages }: DisappearingMessages, now: number): readonly ServerId[] =>
  [...messages.values()]
    .filter((message) => (erasableAt(message) ?? now) < now)
    .map(({ serverId }) => serverId)

/**
 * Adds a received message. The earliest of several reading times counts, so that nothing restarts the timer. In a group
 * the sender's copy counts from sending (DEC-28) [BURN-09].
 */
export function addDisappearing(
  disappearing: DisappearingMessages,
  message: ConfirmedMessage,
  facts: { readonly isOwn: boolean; readonly isGroup: boolean },
): void {
  const known = disappearing.messages.get(message.serverId)
  if (!known && !isDisappearing(message)) return
  const { isOwn, isGroup } = facts
  const reads = isOwn ? disappearing.peerReads : disappearing.ownReads
  const { serverId } = message
  const certain = reads.filter(({ isGuess }) => !isGuess)
  const guessedAt = earliest(
    known?.guessedAt,
    timeOfReading(
      reads.filter(({ isGuess }) => isGuess),
      serverId,
    ),
  )
  const readAt = earliest(
    known?.readAt,
    message.readAt,
    isOwn && isGroup ? message.sentAt : timeOfReading(certain, serverId),
  )
  disappearing.messages.set(serverId, {
    serverId,
    isOwn,
    timerSeconds: message.timerSeconds ?? known?.timerSeconds ?? 0,
    readAt,
    ...(guessedAt === undefined ? {} : { guessedAt }),
  })
}

/** Records that this user or the peer read everything up to a marker [BURN-09]. */
export function recordReadTime(
  disappearing: DisappearingMessages,
  side: 'own' | 'peer',
  read: ReadTime,
): void {
  addReadTime(side === 'own' ? disappearing.ownReads : disappearing.peerReads, read)
  for (const [id, message] of disappearing.messages) {
    const isConcerned = id <= read.upTo && message.isOwn === (side === 'peer')
    if (isConcerned) disappearing.messages.set(id, readBy(message, read))
  }
}

const readBy = (message: DisappearingMessage, { at, isGuess }: ReadTime): DisappearingMessage =>
  isGuess
    ? { ...message, guessedAt: earliest(message.guessedAt, at) }
    : { ...message, readAt: earliest(message.readAt, at) }

const earliest = (...times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Returns the earliest time at which a marker included this message. */
const timeOfReading = (reads: readonly ReadTime[], id: ServerId): number | undefined =>
  earliest(...reads.filter((read) => read.upTo >= id).map((read) => read.at))

/** Adds a reading unless an equal or better one is known. Which ones stay does not depend on their order. */
function addReadTime(reads: ReadTime[], { upTo, at, isGuess }: ReadTime): void {
  const read: ReadTime = { upTo, at, ...(isGuess ? { isGuess } : {}) }
  if (reads.some((known) => saysAll(known, read))) return
  const kept = reads.filter((known) => !saysAll(read, known))
  const sorted = [...kept, read].sort((left, right) => right.upTo - left.upTo || left.at - right.at)
  reads.splice(0, reads.length, ...sorted.slice(0, readTimeLimit))
}

/** Whether one reading covers another: as far, as early, and as certain. */
const saysAll = (one: ReadTime, other: ReadTime): boolean =>
  one.upTo >= other.upTo && one.at <= other.at && (!one.isGuess || other.isGuess === true)
