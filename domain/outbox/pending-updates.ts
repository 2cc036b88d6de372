import { retryDelay } from '../http/call-limits.ts'
import type {
  Outbox,
  UnconfirmedEdit,
  UnconfirmedPin,
  UnconfirmedReaction,
  UnconfirmedReadMarker,
  UnconfirmedSetting,
} from './outbox.ts'

/** A pending read marker, setting, reaction, edit or pin of one conversation. */
export type PendingUpdate =
  | { readonly kind: 'mark'; readonly mark: UnconfirmedReadMarker }
  | { readonly kind: 'setting'; readonly setting: UnconfirmedSetting }
  | { readonly kind: 'reaction'; readonly reaction: UnconfirmedReaction }
  | { readonly kind: 'edit'; readonly edit: UnconfirmedEdit }
  | { readonly kind: 'pin'; readonly pin: UnconfirmedPin }

/**
 * The server failed at this update. It is not sent again before `until`, monotonic ms; the pause grows with each
 * failure.
 */
export interface UpdatePause {
  /** Which kind of update of which conversation; the others continue. */
  readonly updateId: string
  readonly failures: number
  readonly until: number
}

function idOf(update: PendingUpdate): string {
  if (update.kind === 'mark') return `read ${update.mark.conversationId}`
  if (update.kind === 'reaction')
    return `reaction ${update.reaction.conversationId} ${update.reaction.serverId}`
  if (update.kind === 'edit') return `edit ${update.edit.conversationId} ${update.edit.serverId}`
  if (update.kind === 'pin') return `pin ${update.pin.conversationId} ${update.pin.serverId}`
  return `${update.setting.setting} ${update.setting.conversationId}`
}

const pauseOf = (update: PendingUpdate, pauses: readonly UpdatePause[]): UpdatePause | undefined =>
  pauses.find(({ updateId }) => updateId === idOf(update))

/** Returns the pending updates: markers first, then edits, reactions, pins and settings. */
const allOf = ({ readMarkers, settings, reactions, edits, pins }: Outbox): readonly PendingUpdate[] => [
  ...readMarkers.map((mark) => ({ kind: 'mark', mark }) as const),
  ...edits.map((edit) => ({ kind: 'edit', edit }) as const),
  ...reactions.map((reaction) => ({ kind: 'reaction', reaction }) as const),
  ...pins.map((pin) => ({ kind: 'pin', pin }) as const),
  ...settings.map((setting) => ({ kind: 'setting', setting }) as const),
]

/** Returns the next update to send; undefined if there is none or all are paused. */
export const nextPendingUpdate = (
  outbox: Outbox,
  pauses: readonly UpdatePause[],
  now: number,
): PendingUpdate | undefined => allOf(outbox).find((update) => (pauseOf(update, pauses)?.until ?? now) <= now)

/** Returns when the first pause ends, monotonic ms; infinite if nothing is pending. */
export const nextPauseEnd = (outbox: Outbox, pauses: readonly UpdatePause[]): number =>
  Math.min(...allOf(outbox).map((update) => pauseOf(update, pauses)?.until ?? 0))

/** Whether any update waits, paused or not. */
export const hasPendingUpdate = (outbox: Outbox): boolean => allOf(outbox).length > 0

/** Returns the pauses after a failure, without those of updates that are not pending any more. */
export function pauseAfterFailure(
  outbox: Outbox,
  pauses: readonly UpdatePause[],
  failed: PendingUpdate,
  now: number,
): readonly UpdatePause[] {
  const pending = new Set(allOf(outbox).map(idOf))
  const failures = (pauseOf(failed, pauses)?.failures ?? 0) + 1
  const pause = { updateId: idOf(failed), failures, until: now + retryDelay(failures) }
  return [...clearPause(pauses, failed).filter(({ updateId }) => pending.has(updateId)), pause]
}

/** Returns the pauses after one update succeeded. */
export const clearPause = (pauses: readonly UpdatePause[], done: PendingUpdate): readonly UpdatePause[] =>
  pauses.filter(({ updateId }) => updateId !== idOf(done))
