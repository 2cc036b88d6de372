import type { Subscription } from 'rxjs'
import type { InspectionEvent, SnapshotFrom } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { createAccountMachine } from '#machines/account/account-machine.ts'
import type {
  InjectedFaults,
  InspectedActor,
  InspectedFact,
  InspectedStep,
  InspectedTab,
  InspectionReport,
  SentSignal,
} from '#schemas/cross-tab/inspection.ts'
import type { LogEvent, StreamId } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { Clock, Ports, TimerHandle, VisibilityPort } from '#streams/ports.ts'
import { createActorRecord, createRing, type NewSignal } from './actor-record.ts'
import { createFaults } from './faults.ts'
import { observePorts, type RecordUse } from './observed-ports.ts'
import { createPortRecord } from './port-record.ts'
import { describePayload, shortId, shownPath, shownStream } from './redaction.ts'

/** Records of one tab's machines, log and ports for inspectors. Everything is redacted before it is recorded. */
export interface Inspection {
  readonly tab: string
  /** For the client's `inspect` option. */
  inspect(event: InspectionEvent): void
  /** Wraps ports, so that their use is recorded and faults can be injected. */
  observe(ports: Ports): Ports
  /** The identity of this tab. */
  self(): InspectedTab
  /**
   * Returns the current state, and the steps with a higher sequence number than `after`. Steps are recorded in detail
   * until some time after the call.
   */
  report(after: number): InspectionReport
  inject(faults: InjectedFaults): void
  /** Sends a signal to a running machine if its state accepts it. */
  send(session: number, signal: SentSignal): void
}

export interface InspectionServices {
  readonly tab: string
  readonly clock: Clock
  readonly visibility: Pick<VisibilityPort, 'isOnline' | 'isVisible'>
  /** The page's path now. */
  path(): string
  /** Calls `onDrawn` with the ids of messages when the page draws them, until the returned function is called. */
  watchPage?(onDrawn: (ids: readonly string[]) => void): () => void
  /** The maximum number of recorded steps. */
  readonly capacity?: number
  /** Records in detail from the start, as while an inspector watches. */
  readonly isAlwaysWatched?: boolean
}

/** The maximum number of steps of a tab. */
const stepCapacity = 2000
/** The number of events of a batch that are recorded while no inspector watches. */
const unwatchedEvents = 8
/** How long steps are recorded in detail after a report, ms. */
const watchTime = 5000

/** Returns the open account of an account machine's snapshot; undefined for other machines. */
function coreIn(event: InspectionEvent): { readonly core: AccountCore | undefined } | undefined {
  if (event.type !== '@xstate.snapshot' || !('machine' in event.snapshot)) return undefined
  const { machine } = event.snapshot
  const isAccount =
    typeof machine === 'object' && machine !== null && Reflect.get(machine, 'id') === 'account'
  if (!isAccount) return undefined
  // The machine determines the snapshot's type, which XState's inspection types leave open.
  const snapshot = event.snapshot as SnapshotFrom<ReturnType<typeof createAccountMachine>>
  return { core: snapshot.status === 'active' ? snapshot.context.core : undefined }
}

function roleOf(actors: readonly InspectedActor[]): InspectedTab['role'] {
  const leader = actors.find(({ machine, status }) => machine === 'leader' && status === 'active')
  if (!leader) return 'signed-out'
  return leader.states.includes('leader.electing.leading') ? 'leads' : 'follows'
}

export function createInspection(services: InspectionServices): Inspection {
  const { tab, clock, visibility, path, watchPage, capacity = stepCapacity } = services
  const startedAt = clock.now()
  const steps = createRing<InspectedStep>(capacity)
  // Not the wall clock alone, because it may jump, and because several steps may fall into one of its milliseconds.
  const monotonicStart = clock.monotonic()
  const now = () => startedAt + clock.monotonic() - monotonicStart
  const add = (step: NewStep) => steps.add((sequence) => ({ ...step, sequence, at: now() }))
  const actors = createActorRecord(add)
  const ports = createPortRecord(clock)
  const faults = createFaults(clock, (type, payload) => add({ kind: 'use', port: 'fault', type, payload }))
  let core: AccountCore | undefined
  let followed: { readonly log: AccountLog; readonly subscription: Subscription } | undefined
  let watching: { readonly timer: TimerHandle; readonly stop: (() => void) | undefined } | undefined
  const recordUse: RecordUse = (port, type, payload) => add({ kind: 'use', port, type, payload })
  const isWatched = () => watching !== undefined || services.isAlwaysWatched === true

  /** Records in detail from now on, until no report is requested for `watchTime`. */
  const keepWatching = () => {
    if (services.isAlwaysWatched) return
    const stop = watching
      ? watching.stop
      : watchPage?.((ids) => add({ kind: 'use', port: 'page', type: 'drawn', payload: [...ids] }))
    if (watching) clock.clearTimeout(watching.timer)
    const end = () => {
      stop?.()
      watching = undefined
    }
    watching = { timer: clock.setTimeout(end, watchTime), stop }
  }

  const followLog = (log: AccountLog | undefined) => {
    if (log === followed?.log) return
    followed?.subscription.unsubscribe()
    followed = log && {
      log,
      subscription: log.appended$.subscribe((events) => {
        ports.countEvents(events)
        // Only an inspector that watches gets a full description of a large batch, which takes as long as storing it.
        const first = isWatched() ? 0 : Math.max(0, events.length - unwatchedEvents)
        const rows = isWatched() ? describeRows(log, events) : undefined
        for (let index = first; index < events.length; index++) {
          const event = events[index]
          if (event) add({ ...shownFact(event), ...rows?.get(index) })
        }
      }),
    }
  }

  const self = (): InspectedTab => ({
    tab,
    startedAt,
    path: shownPath(path()),
    role: roleOf(actors.actors()),
  })

  /** Values that are read on request instead of counted. */
  const readGauges = () => {
    const { gauges } = ports
    gauges.visibility.set('visible', Number(visibility.isVisible()), 'yes-no')
    gauges.visibility.set('online', Number(visibility.isOnline()), 'yes-no')
    gauges.visibility.setWell(visibility.isOnline())
    if (core) gauges.clock.set('offset', core.serverTime.offsetFromDevice(), 'duration')
    if (core) gauges.socket.set('ready', Number(core.link.isReady()), 'yes-no')
  }

  return {
    tab,
    inspect(event) {
      actors.handle(event)
      const account = coreIn(event)
      if (!account) return
      core = account.core
      followLog(core?.log)
    },
    observe: (given) => observePorts(faults.wrap(given), ports, () => (isWatched() ? recordUse : undefined)),
    self,
    report(after) {
      keepWatching()
      readGauges()
      return {
        from: self(),
        actors: [...actors.actors()],
        steps: [...steps.after(after)],
        ports: Object.values(ports.gauges).map((gauge) => gauge.read()),
        rates: [...ports.rates()],
        models: [...ports.models.values()],
        counts: Object.fromEntries(actors.counts()),
        faults: faults.get(),
        head: ports.head(),
      }
    },
    inject: faults.set,
    send: (session, signal) => void actors.send(session, signal),
  }
}

type NewStep =
  | NewSignal
  | Omit<InspectedFact, 'sequence' | 'at'>
  | Omit<Extract<InspectedStep, { kind: 'use' }>, 'sequence' | 'at'>

const shownFact = (event: LogEvent): Omit<InspectedFact, 'sequence' | 'at'> => ({
  kind: 'fact',
  ...(event.position.segment === undefined ? {} : { segment: event.position.segment }),
  index: event.position.index,
  stream: shownStream(event.stream),
  type: Object.hasOwn(eventVersion, event.type) ? event.type : '(other)',
  origin: event.origin,
  payload: [...describePayload(event.data)],
})

/**
 * The rows of the read models that a batch of events changed, by the index of the last event of each stream. Ids,
 * counts and states only.
 */
function describeRows(
  log: AccountLog,
  events: readonly LogEvent[],
): ReadonlyMap<number, Required<Pick<InspectedFact, 'row'>>> {
  const lastOf = new Map(events.map(({ stream }, index) => [stream, index]))
  return new Map([...lastOf].map(([stream, index]) => [index, { row: [...describeRow(log, stream)] }]))
}

function describeRow(log: AccountLog, stream: StreamId): readonly string[] {
  if (stream === 'account')
    return [`friends: ${log.friends.get().length}`, `applications: ${log.applications.get().pending.length}`]
  const summary = log.summaryOf(stream)
  const state = log.syncState(stream)
  const unsent = log.outbox.get().messages.filter(({ conversationId }) => conversationId === stream)
  return [
    ...(summary
      ? [`unread: ${summary.unreadCount}`, `last message: ${summary.lastMessage?.state ?? 'none'}`]
      : ['not listed']),
    ...(state
      ? [
          `newest: ${state.newestId}`,
          `read up to: ${state.readUpTo}`,
          `peer read up to: ${state.peerReadUpTo}`,
          `received: ${state.contiguousRanges.map(({ from, to }) => `${from}–${to}`).join(', ')}`,
        ]
      : []),
    ...unsent.map(
      ({ clientId, state, attempt }) => `outbox ${shortId(clientId)}: ${state}, attempt ${attempt}`,
    ),
  ]
}
