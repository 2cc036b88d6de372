import { dueMessages } from '#domain/burn/burning.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Clock, ReportPort, TimerHandle } from '../ports.ts'

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
  /** Server time now, ms (DEC-113). */
  serverNow(): number
  /** Whether that is more than the device's own idea: nothing is erased on a clock that may be wrong. */
  isTimeKnown(): boolean
  conversations(): ConversationsState
  /** Draws conversations anew whose veil has changed. */
  redraw(conversations: readonly ConversationId[]): void
  append(events: readonly NewEvent[]): Promise<unknown>
}

const nothing: ReadonlySet<ServerId> = new Set()

/**
 * Every 250 ms while a conversation holds a message that vanishes [BURN-11 BURN-12], in every tab:
 *
 *   due by server time ──► veiled: drawn nowhere ──► written to the log by the leader ──► erased from what is stored
 *
 * A veil needs no storage, so that a full or broken one shows nothing that is over, and it can be lifted again: until the
 * server's time is known the device's clock counts, and that one may be hours off.
 */
export function createBurnWheel(options: BurnWheelOptions): BurnWheel {
  const { clock, conversations } = options
  /** Conversations with messages that vanish. */
  const burning = new Set<ConversationId>()
  const veils = new Map<ConversationId, ReadonlySet<ServerId>>()
  let timer: TimerHandle | undefined
  let isLeading = false
  let isStopped = false
  let isWriting = false
  let notBefore = Number.NEGATIVE_INFINITY

  const follow = (id: ConversationId) => {
    const state = conversations().byId.get(id)
    if (state && state.burning.messages.size > 0) burning.add(id)
    else burning.delete(id)
  }

  /** Draws the veil over what is due; returns the conversations where it changed. */
  function veil(now: number): readonly ConversationId[] {
    const changed: ConversationId[] = []
    for (const id of new Set([...burning, ...veils.keys()])) {
      const state = conversations().byId.get(id)
      const due = new Set(state ? dueMessages(state.burning, now) : [])
      const known = veils.get(id) ?? nothing
      if (due.size === known.size && [...due].every((one) => known.has(one))) continue
      changed.push(id)
      if (due.size > 0) veils.set(id, due)
      else veils.delete(id)
    }
    return changed
  }

  function write(now: number): void {
    const mayWrite = isLeading && options.isTimeKnown() && clock.monotonic() >= notBefore
    if (!mayWrite || isWriting || veils.size === 0) return
    isWriting = true
    const events = [...veils].map(([id, serverIds]) => burned(id, [...serverIds], now))
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

  function sweep(): void {
    const now = options.serverNow()
    const changed = veil(now)
    if (changed.length > 0) options.redraw(changed)
    write(now)
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

  for (const id of conversations().byId.keys()) follow(id)

  return {
    sweep,
    note({ stream }) {
      if (stream === 'account') return
      follow(stream)
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
