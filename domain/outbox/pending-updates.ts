import { retryDelay } from '../http/call-limits.ts'
import type { Outbox, UnconfirmedReadMarker, UnconfirmedSetting } from './outbox.ts'

/** A pending read marker or setting of one conversation. */
export type PendingUpdate =
  | { readonly kind: 'mark'; readonly mark: UnconfirmedReadMarker }
  | { readonly kind: 'setting'; readonly setting: UnconfirmedSetting }

/**
 * The server failed at this update. It is not sent again before `until`, monotonic ms; the pause grows with each
 * failure.
 */
export interface UpdatePause {
  readonly failures: number
  readonly until: number
}
/** Pauses by what failed; other updates continue. */
export type UpdatePauses = ReadonlyMap<string, UpdatePause>

const keyOf = (waiting: PendingUpdate): string =>
  waiting.kind === 'mark'
    ? `read ${waiting.mark.conversationId}`
    : `${waiting.setting.setting} ${waiting.setting.conversationId}`

/** Returns the pending updates: markers first, then settings. */
const allOf = ({ readMarkers, settings }: Outbox): readonly PendingUpdate[] => [
  ...readMarkers.map((mark) => ({ kind: 'mark', mark }) as const),
  ...settings.map((setting) => ({ kind: 'setting', setting }) as const),
]

/** Returns the next update to send; undefined if there is none or all are paused. */
export const nextPendingUpdate = (
  outbox: Outbox,
  pauses: UpdatePauses,
  now: number,
): PendingUpdate | undefined =>
  allOf(outbox).find((update) => (pauses.get(keyOf(update))?.until ?? now) <= now)

/** Returns when the first pause ends, monotonic ms; infinite if nothing is pending. */
export const nextPauseEnd = (outbox: Outbox, pauses: UpdatePauses): number =>
  Math.min(...allOf(outbox).map((update) => pauses.get(keyOf(update))?.until ?? 0))

/** Returns the pauses after a failure, without those of updates that are not pending any more. */
export function pauseAfterFailure(
  outbox: Outbox,
  pauses: UpdatePauses,
  failed: PendingUpdate,
  now: number,
): UpdatePauses {
  const waiting = new Set(allOf(outbox).map(keyOf))
  const failures = (pauses.get(keyOf(failed))?.failures ?? 0) + 1
  const next = { failures, until: now + retryDelay(failures) }
  return new Map([...[...pauses].filter(([key]) => waiting.has(key)), [keyOf(failed), next]])
}

/** Returns the pauses after one update succeeded. */
export const clearPause = (pauses: UpdatePauses, done: PendingUpdate): UpdatePauses =>
  new Map([...pauses].filter(([key]) => key !== keyOf(done)))
