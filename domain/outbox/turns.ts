import { retryDelay } from '../http/retry.ts'
import type { Outbox, WaitingMark, WaitingSetting } from './outbox.ts'

/** A pending read marker or setting of one conversation. */
export type Waiting =
  | { readonly kind: 'mark'; readonly mark: WaitingMark }
  | { readonly kind: 'setting'; readonly setting: WaitingSetting }

/** The server failed at this update. It is not sent again before `until`, monotonic ms; the pause grows with each failure. */
export interface LeftAlone {
  readonly failures: number
  readonly until: number
}
/** Pauses by what failed; other updates continue. */
export type AllLeftAlone = ReadonlyMap<string, LeftAlone>

const keyOf = (waiting: Waiting): string =>
  waiting.kind === 'mark'
    ? `read ${waiting.mark.conversationId}`
    : `${waiting.setting.setting} ${waiting.setting.conversationId}`

/** Returns the pending updates: markers first, then settings. */
const allOf = ({ readMarks, settings }: Outbox): readonly Waiting[] => [
  ...readMarks.map((mark) => ({ kind: 'mark', mark }) as const),
  ...settings.map((setting) => ({ kind: 'setting', setting }) as const),
]

/** Returns the next update to send; undefined if there is none or all are paused. */
export const nextToTell = (outbox: Outbox, alone: AllLeftAlone, now: number): Waiting | undefined =>
  allOf(outbox).find((waiting) => (alone.get(keyOf(waiting))?.until ?? now) <= now)

/** Returns when the first pause ends, monotonic ms; infinite if nothing is pending. */
export const nextTurnAt = (outbox: Outbox, alone: AllLeftAlone): number =>
  Math.min(...allOf(outbox).map((waiting) => alone.get(keyOf(waiting))?.until ?? 0))

/** Returns the pauses after a failure, without those of updates that are not pending any more. */
export function leftAlone(outbox: Outbox, alone: AllLeftAlone, failed: Waiting, now: number): AllLeftAlone {
  const waiting = new Set(allOf(outbox).map(keyOf))
  const failures = (alone.get(keyOf(failed))?.failures ?? 0) + 1
  const next = { failures, until: now + retryDelay(failures) }
  return new Map([...[...alone].filter(([key]) => waiting.has(key)), [keyOf(failed), next]])
}

/** Returns the pauses after one update succeeded. */
export const told = (alone: AllLeftAlone, done: Waiting): AllLeftAlone =>
  new Map([...alone].filter(([key]) => key !== keyOf(done)))
