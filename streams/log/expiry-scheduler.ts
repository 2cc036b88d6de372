import { type BurningMessage, burnsAt, dueMessages } from '#domain/burn/burning.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { deletionOfHidden, findDueDeletions } from '#domain/conversation/delete-for-me.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Clock, ReportPort, TimerHandle } from '../ports.ts'
import type { LogTime } from './server-time-store.ts'

/** How often messages with a timer are looked at while there are any, ms [BURN-11]. */
export const sweepInterval = 250
/** Pause after a rejected write, ms. */
const rejectionPause = 5000

/** Hides and erases messages whose time is over: one timer for all of them. */
export interface ExpiryScheduler {
  /** Hides what is due now; the leader also writes it to the log. */
  sweep(): void
  /** Takes note of an event that was just folded. */
  note(event: LogEvent): void
  /** Messages of a conversation that are hidden until they are erased. */
  hiddenMessages(conversation: ConversationId): ReadonlySet<ServerId>
  /** Only the leader writes. */
  setLeading(isLeading: boolean): void
  stop(): void
}

interface ExpirySchedulerOptions {
  readonly clock: Clock
  readonly report: ReportPort
  /** Nothing is erased by a clock that may be wrong (DEC-113). */
  readonly time: LogTime
  conversations(): ConversationsState
  /** Draws conversations again whose hidden messages changed. */
  redraw(conversations: readonly ConversationId[]): void
  append(events: readonly NewEvent[]): Promise<unknown>
}

const nothing: ReadonlySet<ServerId> = new Set()

/**
 * Looks every 250 ms, in every tab, while a conversation holds a message that disappears [BURN-11 BURN-12] or was deleted
 * for this device and can be restored:
 *
 *   deleted for this device ──► hidden; restored ──► shown again; 10 s later ──► deleted by the leader ──► erased
 *   may be due ──► hidden ──► due by server time: the leader writes the expiry to the log ──► erased from storage
 *
 * Hiding needs no storage and can be undone, so that nothing that is over is shown when the storage is full or broken.
 * Before the first server timestamp since the start, no clock knows how long this device was off or whether its clock was
 * set back: messages that were read before the start are hidden, and those read since count their seconds from then.
 */
export function createExpiryScheduler(options: ExpirySchedulerOptions): ExpiryScheduler {
  const { clock, conversations, time } = options
  /** Conversations with messages that disappear, or that were deleted for this device and can be restored. */
  const burning = new Set<ConversationId>()
  const hidden = new Map<ConversationId, ReadonlySet<ServerId>>()
  /** Messages that this user has read since this log was opened. */
  const readHere = new Map<ConversationId, Set<ServerId>>()
  let timer: TimerHandle | undefined
  let isLeading = false
  let isStopped = false
  let isWriting = false
  let notBefore = Number.NEGATIVE_INFINITY

  const follow = (id: ConversationId) => {
    const state = conversations().byId.get(id)
    if (state && state.burning.messages.size + state.hiddenPendingDeletion.size > 0) burning.add(id)
    else burning.delete(id)
  }

  const mayBeOver = (id: ConversationId, message: BurningMessage, latest: number): boolean => {
    const due = burnsAt(message)
    if (due === undefined) return false
    return due < latest || !(time.isTrusted() || readHere.get(id)?.has(message.serverId))
  }

  const hiddenIn = (id: ConversationId, latest: number): ReadonlySet<ServerId> => {
    const state = conversations().byId.get(id)
    const mayBeDue = [...(state?.burning.messages.values() ?? [])].filter((one) => mayBeOver(id, one, latest))
    return new Set([
      ...mayBeDue.map(({ serverId }) => serverId),
      ...(state?.hiddenPendingDeletion.keys() ?? []),
    ])
  }

  /** Hides messages that may be due; returns the conversations where that changed. */
  function hide(): readonly ConversationId[] {
    const changed: ConversationId[] = []
    const latest = time.latest()
    for (const id of new Set([...burning, ...hidden.keys()])) {
      const due = hiddenIn(id, latest)
      const known = hidden.get(id) ?? nothing
      if (due.size === known.size && [...due].every((one) => known.has(one))) continue
      changed.push(id)
      if (due.size > 0) hidden.set(id, due)
      else hidden.delete(id)
    }
    return changed
  }

  /** The events for what is certainly over: expired by server time, deleted for this device by its own clock. */
  function overAt(now: number): readonly NewEvent[] {
    return [...hidden.keys()].flatMap((id) => {
      const state = conversations().byId.get(id)
      if (!state) return []
      const due = time.isKnown() ? dueMessages(state.burning, now) : []
      const late = findDueDeletions(state.hiddenPendingDeletion, now)
      return [
        ...(due.length > 0 ? [expired(id, [...due], now)] : []),
        ...(late.length > 0 ? [deletionOfHidden(state, late, now)] : []),
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
        notBefore = clock.monotonic() + rejectionPause
        if (!isStopped) options.report.fault({ kind: 'log.burn', detail: 'could not be written', cause })
      })
      .finally(() => {
        isWriting = false
      })
  }

  function showHidden(): void {
    const changed = hide()
    if (changed.length > 0) options.redraw(changed)
  }

  function sweep(): void {
    showHidden()
    write()
    schedule()
  }

  /** One timer, while there is anything to look at. */
  function schedule(): void {
    if (isStopped || timer || burning.size === 0) return
    timer = clock.setTimeout(() => {
      timer = undefined
      sweep()
    }, sweepInterval)
  }

  /** Notes what was read on this device since the start: one clock counts those seconds from beginning to end. */
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
      if (event.type === 'MessagesHidden' || event.type === 'MessagesRestored') showHidden()
      schedule()
    },
    hiddenMessages: (id) => hidden.get(id) ?? nothing,
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

const expired = (stream: ConversationId, serverIds: ServerId[], now: number): NewEvent => ({
  stream,
  type: 'MessagesBurned',
  data: { serverIds },
  occurredAt: now,
  origin: 'local',
})
