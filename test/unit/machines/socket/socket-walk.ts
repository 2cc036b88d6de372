import type { InspectionEvent } from 'xstate'
import { stableConnectionTime } from '#domain/connection/reconnection.ts'
import { transitionKey } from '#machines/inspection/machine-chart.ts'
import { type RenewalCourse, startSocket } from './socket-harness.ts'

/** One walk of the socket machine: all possible steps by name, and the invariants after each step. */
export function startWalk(taken: Set<string>) {
  const socket = startSocket({ inspect: (event) => noteTransitions(event, taken) })
  const { actor, clock, link, settings, environment } = socket
  const connection = () => socket.socket.connections.at(-1)
  const isThere = () => {
    const present = connection()
    return present !== undefined && !present.isClosedByClient && !present.wasDropped
  }
  const here = (act: (present: NonNullable<ReturnType<typeof connection>>) => void) => () => {
    const present = connection()
    if (present && isThere()) act(present)
  }
  const drop = (code: number, isClean: boolean) => here((present) => present.drop(code, isClean))

  const reject = (renewal: RenewalCourse) =>
    here((present) => {
      settings.renewal = renewal
      present.receive({ Cmd: 'Login', Code: 2 })
    })

  const steps = {
    open: here((present) => {
      if (present.isOpened) return
      present.open()
      present.receive({ Cmd: 'Connected', Time: clock.now() })
    }),
    misgreet: here((present) => {
      if (present.isOpened) return
      present.open()
      present.receive({ Cmd: 'Online', FriendID: 3 })
    }),
    accept: here((present) => present.receive({ Cmd: 'Login', Code: 0, UID: 7 })),
    'reject, renewable': reject('renewed'),
    'reject, for good': reject('rejected'),
    'reject, out of reach': reject('unreachable'),
    'reject, without end': reject('pending'),
    'reject, with a fault': reject('faulty'),
    'reject, replaced': here((present) => {
      if (settings.credentials) settings.credentials = { userId: 7, token: `token at ${clock.monotonic()}` }
      present.receive({ Cmd: 'Login', Code: 2 })
    }),
    postpone: here((present) => present.receive({ Cmd: 'Login', Code: 9 })),
    answer: here((present) => present.receive({ Cmd: 'HeartBeat', Time: clock.now() })),
    'kick out': here((present) => present.receive({ Cmd: 'ForcedLogout' })),
    break: drop(1006, false),
    close: drop(1000, true),
    restart: drop(1012, true),
    overload: drop(1013, true),
    hide: () => environment.set({ isVisible: false }),
    show: () => environment.set({ isVisible: true }),
    'go offline': () => environment.set({ isOnline: false }),
    'go online': () => environment.set({ isOnline: true }),
    translate: () => actor.send({ type: 'locale.changed' }),
    request: () => actor.send({ type: 'connection.requested' }),
    want: () => void link.untilReady(10),
    send: () => link.send({ Cmd: 'UnSubscribe', UID: 7, GroupID: 5 }),
    'sign out': () => {
      settings.credentials = undefined
      environment.set({})
    },
    second: () => clock.advance(1000),
    while: () => clock.advance(15_000),
    sleep: () => clock.sleepFor(3_600_000),
  }
  return { ...socket, steps, isThere }
}
export type Walk = ReturnType<typeof startWalk>
export type Step = keyof Walk['steps']

function noteTransitions(event: InspectionEvent, taken: Set<string>): void {
  if (event.type !== '@xstate.microstep') return
  for (const transition of event._transitions) {
    const key = transitionKey(transition)
    if (key !== undefined) taken.add(key)
  }
}

/** The key of a situation; equal situations have equal continuations. */
export function situationOf({ actor, clock, link, environment, settings }: Walk): string {
  const { context, value } = actor.getSnapshot()
  const { failures, hasRenewed, connectedAt } = context
  const silence = Math.floor((clock.monotonic() - link.lastReceivedAt()) / 15_000)
  return JSON.stringify([
    value,
    failures,
    hasRenewed,
    connectedAt === undefined ? undefined : clock.monotonic() - connectedAt >= stableConnectionTime,
    connectedAt === undefined ? 0 : Math.min(silence, 3),
    environment.isVisible(),
    environment.isOnline(),
    settings.credentials === undefined,
  ])
}
