import { retryDelay } from '../http/retry.ts'
import type { Outbox, WaitingMark, WaitingSetting } from './outbox.ts'

/** What the server is still to be told of one conversation beside its messages. */
export type Waiting =
  | { readonly kind: 'mark'; readonly mark: WaitingMark }
  | { readonly kind: 'setting'; readonly setting: WaitingSetting }

/** What the server failed at is left alone until then, monotonic ms; the more often it failed, the longer. */
export interface LeftAlone {
  readonly failures: number
  readonly until: number
}
/** By what failed; the rest goes on meanwhile. */
export type AllLeftAlone = ReadonlyMap<string, LeftAlone>

const keyOf = (waiting: Waiting): string =>
  waiting.kind === 'mark'
    ? `read ${waiting.mark.conversationId}`
    : `${waiting.setting.setting} ${waiting.setting.conversationId}`

/** Marks first, then settings. */
const allOf = ({ readMarks, settings }: Outbox): readonly Waiting[] => [
  ...readMarks.map((mark) => ({ kind: 'mark', mark }) as const),
  ...settings.map((setting) => ({ kind: 'setting', setting }) as const),
]

/** What is told next; undefined when nothing waits or all that waits is left alone. */
export const nextToTell = (outbox: Outbox, alone: AllLeftAlone, now: number): Waiting | undefined =>
  allOf(outbox).find((waiting) => (alone.get(keyOf(waiting))?.until ?? now) <= now)

/** When the first of what waits is not left alone any more, monotonic ms; infinite when nothing waits. */
export const nextTurnAt = (outbox: Outbox, alone: AllLeftAlone): number =>
  Math.min(...allOf(outbox).map((waiting) => alone.get(keyOf(waiting))?.until ?? 0))

/** Once the server failed at one of them; what does not wait any more is forgotten. */
export function leftAlone(outbox: Outbox, alone: AllLeftAlone, failed: Waiting, now: number): AllLeftAlone {
  const waiting = new Set(allOf(outbox).map(keyOf))
  const failures = (alone.get(keyOf(failed))?.failures ?? 0) + 1
  const next = { failures, until: now + retryDelay(failures) }
  return new Map([...[...alone].filter(([key]) => waiting.has(key)), [keyOf(failed), next]])
}

/** Once one of them was told. */
export const told = (alone: AllLeftAlone, done: Waiting): AllLeftAlone =>
  new Map([...alone].filter(([key]) => key !== keyOf(done)))
