import { createActor, fromTransition, type InspectionEvent } from 'xstate'
import type { SocketState } from '#domain/connection/connection-view.ts'
import { createSocketMachine, socketStateOf } from '#machines/socket/socket-machine.ts'
import type { SocketAnnouncedEvent, SocketAnnouncement } from '#machines/socket/socket-services.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import type { Renewal } from '#streams/http/caller.ts'
import { createEndpointList } from '#streams/http/endpoints.ts'
import type { Credentials } from '#streams/http/request.ts'
import { createSocketLink } from '#streams/socket/socket-link.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'
import { createTestEnvironment } from '../test-environment.ts'
import { createFakeSocket } from './fake-socket.ts'

/** The result of a renewal; a pending one never settles, and a faulty one rejects. */
export type RenewalCourse = Renewal | 'pending' | 'faulty'

interface HarnessOptions {
  readonly endpoints?: readonly string[]
  /** Undefined signs out. */
  readonly credentials?: Credentials | undefined
  readonly renewal?: RenewalCourse
  readonly deviceType?: string
  readonly inspect?: (event: InspectionEvent) => void
  /** The values of the random port, in [0, 1): a constant, or one value after another. */
  readonly random?: number | (() => number)
}

/** The socket machine with simulated services. */
export function startSocket(options: HarnessOptions = {}) {
  const { random = 0 } = options
  const clock = new SimulatedClock()
  const socket = createFakeSocket()
  const environment = createTestEnvironment()
  const faults: { kind: string; detail: string }[] = []
  const report = { fault: (fault: { kind: string; detail: string }) => void faults.push(fault) }
  const serverTime = createServerTime(clock)
  const link = createSocketLink({ socket, clock, report, serverTime })
  const announcements: SocketAnnouncement[] = []
  const state = {
    locale: 'en-US',
    credentials: 'credentials' in options ? options.credentials : { userId: 7, token: 'token-1' },
    renewal: options.renewal ?? 'rejected',
    renewals: 0,
  }
  const listener = createActor(
    fromTransition((state, { announcement }: SocketAnnouncedEvent) => {
      announcements.push(announcement)
      return state
    }, undefined),
  )
  listener.start()
  const endpoints = createEndpointList(options.endpoints ?? ['wss://one.example/socket'])
  const machine = createSocketMachine({
    link,
    endpoints,
    clock,
    random: { next: typeof random === 'function' ? random : () => random },
    visibility: environment,
    identity: {
      deviceType: options.deviceType ?? 'web',
      brand: 'acme',
      locale: () => state.locale,
    },
    credentials: {
      current: () => state.credentials,
      async renew() {
        state.renewals += 1
        if (state.renewal === 'pending') return new Promise<never>(() => {})
        if (state.renewal === 'faulty') throw new Error('the renewal broke')
        if (state.renewal === 'renewed')
          state.credentials = { userId: 7, token: `token-${state.renewals + 1}` }
        return state.renewal
      },
    },
  })
  const actor = createActor(machine, {
    clock,
    ...(options.inspect ? { inspect: options.inspect } : {}),
    input: { owner: listener },
  })
  actor.start()

  const statesAnnounced = (): SocketState[] =>
    announcements.flatMap((one) => (one.type === 'state-changed' ? [one.state] : []))

  return {
    actor,
    announcements,
    clock,
    endpoints,
    faults,
    link,
    serverTime,
    settings: state,
    socket,
    statesAnnounced,
    environment,
    state: () => socketStateOf(actor.getSnapshot()),
    told: (type: SocketAnnouncement['type']) => announcements.filter((one) => one.type === type).length,
    /** Opens the last connection, greets, and accepts the login. */
    async logIn(code = 0) {
      socket.last().open()
      socket.last().receive({ Cmd: 'Connected', Time: clock.now() })
      socket.last().receive({ Cmd: 'Login', Code: code, UID: 7 })
      await settle()
    },
  }
}
