import type { Subscription } from 'rxjs'
import type { InspectionEvent, SnapshotFrom } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { createAccountMachine } from '#machines/account/account-machine.ts'
import type {
  InspectedActor,
  InspectedFact,
  InspectedTab,
  InspectionMarks,
  InspectionReport,
} from '#schemas/cross-tab/inspection.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { Clock, Ports, VisibilityPort } from '#streams/ports.ts'
import { createActorRecord, createRing } from './actor-record.ts'
import { observePorts } from './observed-ports.ts'
import { createPortRecord } from './port-record.ts'
import { describePayload, shownPath, shownStream } from './redaction.ts'

/** Records of one tab's machines, log and ports for inspectors. Everything is redacted before it is recorded. */
export interface Inspection {
  readonly tab: string
  /** For the client's `inspect` option. */
  inspect(event: InspectionEvent): void
  /** Wraps ports, so that their use is recorded. */
  observe(ports: Ports): Ports
  /** The identity of this tab. */
  self(): InspectedTab
  /** Returns the current state, with only the signals and facts after these marks. */
  report(after: InspectionMarks): InspectionReport
}

export interface InspectionServices {
  readonly tab: string
  readonly clock: Clock
  readonly visibility: Pick<VisibilityPort, 'isOnline' | 'isVisible'>
  /** The page's path now. */
  path(): string
}

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

export function createInspection({ tab, clock, visibility, path }: InspectionServices): Inspection {
  const startedAt = clock.now()
  const actors = createActorRecord(clock.now)
  const ports = createPortRecord(clock)
  const log = createLogRecord((count) => ports.events.add(count))
  let core: AccountCore | undefined

  const self = (): InspectedTab => ({
    tab,
    startedAt,
    path: shownPath(path()),
    role: roleOf(actors.actors()),
  })

  /** Values that are read on request instead of counted. */
  const lookAtPorts = () => {
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
      log.follow(core?.log)
    },
    observe: (given) => observePorts(given, ports),
    self,
    report(after) {
      lookAtPorts()
      return {
        from: self(),
        actors: [...actors.actors()],
        signals: [...actors.signalsAfter(after.signals)],
        facts: [...log.factsAfter(after.facts)],
        ports: Object.values(ports.gauges).map((gauge) => gauge.read()),
        rates: [...ports.rates()],
        models: [...ports.models.values()],
        head: ports.head(),
      }
    },
  }
}

/** Events of the log kept. */
const factCapacity = 500

interface LogRecord {
  /** Follows this log from now on, in place of the one before; nothing for undefined. */
  follow(log: Pick<AccountLog, 'appended$'> | undefined): void
  factsAfter(sequence: number): readonly InspectedFact[]
}

const shownFact = (event: LogEvent): Omit<InspectedFact, 'sequence'> => ({
  at: event.recordedAt,
  ...(event.position.segment === undefined ? {} : { segment: event.position.segment }),
  index: event.position.index,
  stream: shownStream(event.stream),
  type: Object.hasOwn(eventVersion, event.type) ? event.type : '(other)',
  origin: event.origin,
  payload: [...describePayload(event.data)],
})

/** Keeps the log's tail, without what people wrote. `onEvents` hears how many came. */
function createLogRecord(onEvents: (count: number) => void): LogRecord {
  const ring = createRing<InspectedFact>(factCapacity, (entry, sequence) => ({ ...entry, sequence }))
  let followed: Pick<AccountLog, 'appended$'> | undefined
  let subscription: Subscription | undefined
  return {
    follow(log) {
      if (log === followed) return
      followed = log
      subscription?.unsubscribe()
      subscription = log?.appended$.subscribe((events) => {
        onEvents(events.length)
        for (const event of events) ring.add(shownFact(event))
      })
    },
    factsAfter: ring.after,
  }
}
