/** Idle time before a heartbeat is sent [SOCK-20], and its time-out [SOCK-22], ms. */
export const heartbeatSilence = 10_000
export const heartbeatTimeLimit = 30_000
/** The interval of the heartbeat check [SOCK-21], ms. */
export const heartbeatInterval = 1000
/** The number of heartbeats in the history [SOCK-23]. */
export const heartbeatHistoryLength = 12
/** A timer this late means that the machine slept (DEC-112), ms. */
export const sleepThreshold = 5000
/** How long a connection check waits for any response (DEC-112) [SOCK-25], ms. */
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

/** Records a heartbeat that is sent now, and drops the oldest above twelve. */
export const recordHeartbeat = (history: HeartbeatHistory, now: number): HeartbeatHistory => ({
  ...history,
  beats: [...history.beats, { sentAt: now, answeredAt: undefined }].slice(-heartbeatHistoryLength),
})

/** Any frame of the server answers every heartbeat sent before it. */
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

/** The result of the check each second: wait, send a heartbeat, or give up the connection. */
export function judgeHeartbeat(
  history: HeartbeatHistory,
  lastReceivedAt: number,
  now: number,
): HeartbeatVerdict {
  const unanswered = answered(history, lastReceivedAt).beats.find((beat) => beat.answeredAt === undefined)
  if (unanswered) return now - unanswered.sentAt >= heartbeatTimeLimit ? 'timed-out' : 'wait'
  return now - Math.max(history.startedAt, lastReceivedAt) >= heartbeatSilence ? 'send' : 'wait'
}

/** The time limit of the Connected greeting and of the login response [SOCK-26], ms. */
export const helloTimeLimit = 15_000
