/** Silence after which a heartbeat goes out [SOCK-20], how long one may stay unanswered [SOCK-22], in ms. */
export const heartbeatSilence = 10_000
export const heartbeatTimeLimit = 30_000
/** How often the heartbeat is looked at [SOCK-21], in ms. */
export const heartbeatInterval = 1000
/** How many heartbeats the history keeps [SOCK-23]. */
export const heartbeatHistoryLength = 12
/** A tick this late means that the machine slept (DEC-112), in ms. */
export const sleepGap = 5000
/** How long a connection check waits for any reply (DEC-112) [SOCK-25], in ms. */
export const replyTimeLimit = 3000

export interface Heartbeat {
  readonly sentAt: number
  readonly answeredAt: number | undefined
}
/** The heartbeats of one connection, oldest first; times are monotonic ms. */
export interface HeartbeatHistory {
  readonly startedAt: number
  readonly beats: readonly Heartbeat[]
}

export const startHeartbeat = (now: number): HeartbeatHistory => ({ startedAt: now, beats: [] })

/** Notes a heartbeat that goes out now; the oldest of more than twelve is forgotten. */
export const beatSent = (history: HeartbeatHistory, now: number): HeartbeatHistory => ({
  ...history,
  beats: [...history.beats, { sentAt: now, answeredAt: undefined }].slice(-heartbeatHistoryLength),
})

/** Any frame of the server answers what was sent before it came. */
export function answered(history: HeartbeatHistory, at: number): HeartbeatHistory {
  if (!history.beats.some((beat) => beat.answeredAt === undefined && beat.sentAt <= at)) return history
  return {
    ...history,
    beats: history.beats.map((beat) =>
      beat.answeredAt === undefined && beat.sentAt <= at ? { ...beat, answeredAt: at } : beat,
    ),
  }
}

export type HeartbeatVerdict = 'wait' | 'send' | 'timed-out'

/** What the check of each second says: go on waiting, send one, or give the connection up. */
export function judgeHeartbeat(
  history: HeartbeatHistory,
  lastReceivedAt: number,
  now: number,
): HeartbeatVerdict {
  const unanswered = answered(history, lastReceivedAt).beats.find((beat) => beat.answeredAt === undefined)
  if (unanswered) return now - unanswered.sentAt >= heartbeatTimeLimit ? 'timed-out' : 'wait'
  return now - Math.max(history.startedAt, lastReceivedAt) >= heartbeatSilence ? 'send' : 'wait'
}

/** The Connected greeting, and the login's answer, must come within this [SOCK-26], in ms. */
export const helloTimeLimit = 15_000
