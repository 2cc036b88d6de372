import type { ClientId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'
import { ofUnsent } from './unsent-only.ts'

/** Files on their way at once; one small file more may go beside them, so that it does not wait for long ones (DEC-187). */
export const uploadsAtOnce = 2

/** Bytes up to which a file is small: with a usual line it is over within seconds. */
const smallFile = 1_000_000

/** A picture that has yet to be made smaller is a small file by then. */
const isSmall = ({ type, attachment }: UnsentMessage): boolean =>
  attachment !== undefined && (attachment.preparation ? type === 'pic' : attachment.size <= smallFile)

/** What keeps files from being uploaded now. */
export interface UploadState {
  readonly active: ReadonlySet<ClientId>
  /** Over for good up to this attempt: the log may not have folded it yet. */
  readonly settled: ReadonlyMap<ClientId, number>
  /** Left alone until then, monotonic ms. */
  readonly paused: ReadonlyMap<ClientId, number>
}

export const noUploads: UploadState = { active: new Set(), settled: new Map(), paused: new Map() }

/** Whether the message's file has to reach the server before the message can leave [LIFE-02]. */
export const needsUpload = ({ attachment, body }: Pick<UnsentMessage, 'attachment' | 'body'>): boolean =>
  attachment !== undefined && body === ''

const isWanted = (message: UnsentMessage): boolean => message.state !== 'failed' && needsUpload(message)

/**
 * The files to start now, in the order in which they were asked for, and beside large ones the first small one (DEC-187). A refused
 * one waits for Retry.
 */
export function uploadsToStart(
  messages: readonly UnsentMessage[],
  { active, settled, paused }: UploadState,
  now: number,
): readonly UnsentMessage[] {
  const free = Math.max(0, uploadsAtOnce - active.size)
  const ready = messages.filter(
    (message) =>
      isWanted(message) &&
      !active.has(message.clientId) &&
      (settled.get(message.clientId) ?? 0) < message.attempt &&
      (paused.get(message.clientId) ?? 0) <= now,
  )
  const chosen = ready.slice(0, free)
  if (active.size + chosen.length !== uploadsAtOnce) return chosen
  const under = messages.filter(({ clientId }) => active.has(clientId)).concat(chosen)
  const extra = under.some(isSmall) ? undefined : ready.slice(free).find(isSmall)
  return extra ? [...chosen, extra] : chosen
}

/** Uploads under way that nobody waits for any more: given up by the person, or done by another tab. */
export function uploadsToStop(
  messages: readonly UnsentMessage[],
  { active }: UploadState,
): readonly ClientId[] {
  const wanted = new Set(messages.filter(isWanted).map(({ clientId }) => clientId))
  return [...active].filter((clientId) => !wanted.has(clientId))
}

/** The uploads once these have begun. */
export const started = (state: UploadState, messages: readonly UnsentMessage[]): UploadState => ({
  ...state,
  active: new Set([...state.active, ...messages.map(({ clientId }) => clientId)]),
})

/** The uploads once these were stopped. */
export const stopped = (state: UploadState, clientIds: readonly ClientId[]): UploadState => ({
  ...state,
  active: new Set([...state.active].filter((clientId) => !clientIds.includes(clientId))),
})

/** The uploads without what only concerns messages that are no longer in the outbox. */
export const tidiedUploads = (state: UploadState, messages: readonly UnsentMessage[]): UploadState => ({
  ...state,
  settled: ofUnsent(state.settled, messages),
  paused: ofUnsent(state.paused, messages),
})

/** How an upload ended: done or refused until a newer attempt, or to be tried again after `until` (monotonic ms). */
export type UploadEnding = { readonly kind: 'settled' } | { readonly kind: 'paused'; readonly until: number }

/** The uploads once one is over. */
export function ended(state: UploadState, message: UnsentMessage, ending: UploadEnding): UploadState {
  const { clientId, attempt } = message
  const rest = stopped(state, [clientId])
  if (ending.kind === 'paused') {
    const settled = new Map(rest.settled)
    settled.delete(clientId)
    return { ...rest, settled, paused: new Map([...rest.paused, [clientId, ending.until]]) }
  }
  return { ...rest, settled: new Map([...rest.settled, [clientId, attempt]]) }
}
