import { type BurningMessage, burnsAt, dueMessages } from '#domain/burn/burning.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { erasing, overdue } from '#domain/conversation/delete-for-me.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Clock, ReportPort, TimerHandle } from '../ports.ts'
import type { LogTime } from './time-keeping.ts'

/** How often the messages that vanish are looked at while there are any, ms [BURN-11]. */
export const sweepInterval = 250
/** How long a storage that refused is left alone, ms. */
const refusalPause = 5000

/** Takes vanishing messages away when their time is over: one timer for all of them. */
export interface BurnWheel {
  /** Veils what is due now, and lets the leader write it. */
  sweep(): void
  /** Notes an event that was just folded. */
  note(event: LogEvent): void
  /** Messages of a conversation that may not be shown any more, though the log still holds them. */
  veiled(conversation: ConversationId): ReadonlySet<ServerId>
  /** Only the leader writes. */
  setLeading(isLeading: boolean): void
  stop(): void
}

interface BurnWheelOptions {
  readonly clock: Clock
  readonly report: ReportPort
  /** Nothing is erased on a clock that may be wrong (DEC-113). */
  readonly time: LogTime
  conversations(): ConversationsState
  /** Draws conversations anew whose veil has changed. */
  redraw(conversations: readonly ConversationId[]): void
  append(events: readonly NewEvent[]): Promise<unknown>
}

const nothing: ReadonlySet<ServerId> = new Set()

/**
 * Every 250 ms while a conversation holds a message that vanishes [BURN-11 BURN-12] or can be brought back, in every tab:
 *
 *   deleted for this device ──► veiled; brought back ──► unveiled; 10 s later ──► deleted by the leader ──► erased
 *   maybe due ──► veiled: drawn nowhere ──► due by server time: written to the log by the leader ──► erased from storage
 *
 * A veil needs no storage, so that a full or broken one shows nothing that is over, and it can be lifted again. Until the
 * server was heard since the start, no clock says how long this device was off, nor whether it was set back meanwhile:
 * whatever was read before the start is veiled, and what is read since counts its seconds from there.
 */
export function createBurnWheel(options: BurnWheelOptions): BurnWheel {
  const { clock, conversations, time } = options
  /** Conversations with messages that vanish, or were deleted for this device and can be brought back. */
  const burning = new Set<ConversationId>()
  const veils = new Map<ConversationId, ReadonlySet<ServerId>>()
  /** Messages that this user has read since this log was opened. */
  const readHere = new Map<ConversationId, Set<ServerId>>()
  let timer: TimerHandle | undefined
  let isLeading = false
  let isStopped = false
  let isWriting = false
  let notBefore = Number.NEGATIVE_INFINITY

  const follow = (id: ConversationId) => {
    const state = conversations().byId.get(id)
    if (state && state.burning.messages.size + state.putAway.size > 0) burning.add(id)
    else burning.delete(id)
  }

  const mayBeOver = (id: ConversationId, message: BurningMessage, latest: number): boolean => {
    const due = burnsAt(message)
    if (due === undefined) return false
    return due < latest || !(time.isTrusted() || readHere.get(id)?.has(message.serverId))
  }

  const hiddenIn = (id: ConversationId, latest: number): ReadonlySet<ServerId> => {
    const state = conversations().byId.get(id)
    const hidden = [...(state?.burning.messages.values() ?? [])].filter((one) => mayBeOver(id, one, latest))
    return new Set([...hidden.map(({ serverId }) => serverId), ...(state?.putAway.keys() ?? [])])
  }

  /** Draws the veil over what may be due; returns the conversations where it changed. */
  function veil(): readonly ConversationId[] {
    const changed: ConversationId[] = []
    const latest = time.latest()
    for (const id of new Set([...burning, ...veils.keys()])) {
      const due = hiddenIn(id, latest)
      const known = veils.get(id) ?? nothing
      if (due.size === known.size && [...due].every((one) => known.has(one))) continue
      changed.push(id)
      if (due.size > 0) veils.set(id, due)
      else veils.delete(id)
    }
    return changed
  }

  /** What is surely over: burned by the server's word alone, deleted for this device by its own. */
  function overAt(now: number): readonly NewEvent[] {
    return [...veils.keys()].flatMap((id) => {
      const state = conversations().byId.get(id)
      if (!state) return []
      const due = time.isKnown() ? dueMessages(state.burning, now) : []
      const late = overdue(state.putAway, now)
      return [
        ...(due.length > 0 ? [burned(id, [...due], now)] : []),
        ...(late.length > 0 ? [erasing(state, late, now)] : []),
      ]
    })
  }

  function write(): void {
    const mayWrite = isLeading && clock.monotonic() >= notBefore
    if (!mayWrite || isWriting) return
    const events = overAt(time.now())
    if (events.length === 0) return
    isWriting = true
    options
      .append(events)
      .catch((cause: unknown) => {
        notBefore = clock.monotonic() + refusalPause
        if (!isStopped) options.report.fault({ kind: 'log.burn', detail: 'could not be written', cause })
      })
      .finally(() => {
        isWriting = false
      })
  }

  function showVeil(): void {
    const changed = veil()
    if (changed.length > 0) options.redraw(changed)
  }

  function sweep(): void {
    showVeil()
    write()
    wind()
  }

  /** One timer, while there is anything to look at. */
  function wind(): void {
    if (isStopped || timer || burning.size === 0) return
    timer = clock.setTimeout(() => {
      timer = undefined
      sweep()
    }, sweepInterval)
  }

  /** A reading made on this device since the start: its seconds are counted by one clock from end to end. */
  function noteRead(event: LogEvent): void {
    if (event.type !== 'ConversationRead' || event.origin !== 'local' || event.stream === 'account') return
    const { upTo, at } = event.data
    const read = readHere.get(event.stream) ?? new Set()
    for (const { serverId, readAt, guessedAt } of conversations()
      .byId.get(event.stream)
      ?.burning.messages.values() ?? [])
      if (serverId <= upTo && (guessedAt ?? readAt) === at) read.add(serverId)
    if (read.size > 0) readHere.set(event.stream, read)
  }

  for (const id of conversations().byId.keys()) follow(id)

  return {
    sweep,
    note(event) {
      if (event.stream === 'account') return
      if (!time.isTrusted()) noteRead(event)
      follow(event.stream)
      if (event.type === 'MessagesPutAway' || event.type === 'MessagesBroughtBack') showVeil()
      wind()
    },
    veiled: (id) => veils.get(id) ?? nothing,
    setLeading(next) {
      isLeading = next
      if (next) sweep()
    },
    stop() {
      isStopped = true
      if (timer) clock.clearTimeout(timer)
      timer = undefined
    },
  }
}

const burned = (stream: ConversationId, serverIds: ServerId[], now: number): NewEvent => ({
  stream,
  type: 'MessagesBurned',
  data: { serverIds },
  occurredAt: now,
  origin: 'local',
})
