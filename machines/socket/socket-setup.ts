import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { SocketState } from '#domain/connection/connection-view.ts'
import * as heartbeat from '#domain/connection/heartbeat.ts'
import { helloTimeLimit } from '#domain/connection/heartbeat.ts'
import {
  type CloseReason,
  judgeClose,
  judgeLogin,
  planAfterClose,
  planReconnection,
  type Reconnection,
} from '#domain/connection/reconnection.ts'
import type { Renewal } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { SocketSignal } from '#streams/socket/control-frames.ts'
import {
  heartbeatFrame,
  lateness,
  loginFrame,
  readClocks,
  type SocketAnnounced,
  type SocketAnnouncement,
  type SocketServices,
  type Tick,
} from './socket-services.ts'

export interface SocketContext {
  readonly services: SocketServices
  /** The number of consecutive errors at the current endpoint. */
  readonly failures: number
  /** The wait before the next attempt, ms. */
  readonly wait: number
  readonly connectedAt: number | undefined
  readonly tick: Tick
  readonly heartbeat: heartbeat.HeartbeatHistory
  /**
   * Whether this connection follows a token renewal. If its login is rejected too, another renewal would not help.
   */
  readonly hasRenewed: boolean
  /** The credentials in the login frame. */
  readonly used: Credentials | undefined
  /** The endpoint of the current or last connection. */
  readonly endpoint: string | undefined
}

export type SocketEvent =
  | SocketSignal
  | { readonly type: 'visibility.changed' }
  | { readonly type: 'locale.changed' }
  /** The device slept. Frames on the way are outdated (DEC-112). */
  | { readonly type: 'device.woke' }
  /** The user asked to connect, or a message is sent again [SOCK-17 VIEW-04]. */
  | { readonly type: 'connection.requested' }

const verdict = ({ heartbeat: history, services }: SocketContext): heartbeat.HeartbeatVerdict =>
  heartbeat.judgeHeartbeat(history, services.link.lastReceivedAt(), services.clock.monotonic())

interface Closed {
  readonly code: number
  readonly isClean: boolean
}

function reasonOf({ connectedAt, services }: SocketContext, { code, isClean }: Closed): CloseReason {
  const connectedFor = connectedAt === undefined ? 0 : services.clock.monotonic() - connectedAt
  return judgeClose({ code, isClean, connectedFor })
}

const attemptsOf = ({ failures, services }: SocketContext) => ({
  failures,
  isSoleEndpoint: services.endpoints.isSole(),
  jitter: services.random.next(),
})

/** Whether the page is visible and online, and an account is signed in [SOCK-12 SOCK-27]. */
const mayStay = ({ services }: SocketContext): boolean =>
  services.visibility.isVisible() &&
  services.visibility.isOnline() &&
  services.credentials.current() !== undefined

/** Revokes the endpoint if the plan says so. Returns the rest of the plan for the context [SOCK-13]. */
function follow({ endpoint, services: { endpoints } }: SocketContext, plan: Reconnection) {
  if (plan.revokesEndpoint && endpoint !== undefined) endpoints.drop(endpoint)
  return { failures: plan.failures, wait: plan.wait }
}

/** The named actors, actions, guards and delays of the socket machine. */
export const socketSetup = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    input: {} as SocketServices,
  },
  actors: {
    signals: fromCallback<SocketEvent, SocketServices>(({ input, sendBack }) => {
      const subscription = input.link.signals$.subscribe(sendBack)
      return () => subscription.unsubscribe()
    }),
    /** Sends an event when the page's visibility, its network or the endpoint changes. */
    environment: fromCallback<SocketEvent, SocketServices>(({ input, sendBack }) => {
      const tell = () => sendBack({ type: 'visibility.changed' })
      const ends = [input.visibility.subscribe(tell), input.endpoints.subscribe(tell)]
      return () => {
        for (const end of ends) end()
      }
    }),
    /** Compares the clocks every second while no heartbeat runs. */
    sleepWatch: fromCallback<SocketEvent, SocketServices>(({ input: { clock }, sendBack }) => {
      let last = readClocks(clock)
      let timer = clock.setTimeout(look, heartbeat.heartbeatInterval)
      function look() {
        const hasSlept = lateness(last, readClocks(clock)) > heartbeat.sleepThreshold
        last = readClocks(clock)
        timer = clock.setTimeout(look, heartbeat.heartbeatInterval)
        if (hasSlept) sendBack({ type: 'device.woke' })
      }
      return () => clock.clearTimeout(timer)
    }),
    connection: fromCallback<SocketEvent, SocketContext>(({ input: { services, used, endpoint } }) => {
      const { link } = services
      if (endpoint === undefined) return
      link.open(endpoint)
      return () => {
        if (used && link.isReady()) link.sendNow({ Cmd: 'Logout', UID: used.userId })
        link.close()
      }
    }),
    renewal: fromPromise<Renewal, SocketContext>(async ({ input }) =>
      input.used ? input.services.credentials.renew(input.used) : 'rejected',
    ),
    check: fromPromise<boolean, SocketContext>(async ({ input: { services, used } }) =>
      used ? services.link.check(heartbeatFrame(used), heartbeat.replyTimeLimit) : false,
    ),
  },
  actions: {
    announce: sendTo(
      ({ context }) => context.services.owner,
      (_, announcement: SocketAnnouncement): SocketAnnounced => ({ type: 'socket.announced', announcement }),
    ),
    announceState: sendTo(
      ({ context }) => context.services.owner,
      (_, state: SocketState): SocketAnnounced => ({
        type: 'socket.announced',
        announcement: { type: 'state-changed', state },
      }),
    ),
    sendLogin: ({ context: { services, used, endpoint } }) => {
      if (used && endpoint !== undefined) services.link.sendNow(loginFrame(services, used, endpoint))
    },
    prepare: assign({
      used: ({ context }) => context.services.credentials.current(),
      endpoint: ({ context }) => context.services.endpoints.current(),
    }),
    startSending: ({ context }) => context.services.link.setReady(true),
    stopSending: ({ context }) => context.services.link.setReady(false),
    sendHeartbeat: ({ context: { services, used } }) => {
      if (used) services.link.sendNow(heartbeatFrame(used))
    },
    recordHeartbeatSent: assign({
      heartbeat: ({ context }) =>
        heartbeat.recordHeartbeat(context.heartbeat, context.services.clock.monotonic()),
    }),
    startHeartbeat: assign({
      heartbeat: ({ context }) => heartbeat.startHeartbeat(context.services.clock.monotonic()),
      tick: ({ context }) => readClocks(context.services.clock),
    }),
    recordTick: assign({
      tick: ({ context }) => readClocks(context.services.clock),
      heartbeat: ({ context }) =>
        heartbeat.answered(context.heartbeat, context.services.link.lastReceivedAt()),
    }),
    recordLogin: assign({
      failures: 0,
      wait: 0,
      connectedAt: ({ context }) => context.services.clock.monotonic(),
    }),
    recordRenewal: assign({ hasRenewed: true }),
    clearWait: assign({ wait: 0 }),
    /** A renewal counts only for the next connection, because a token can expire while no connection is possible. */
    clearConnection: assign({ connectedAt: undefined, hasRenewed: false }),
    planAfterError: assign(({ context }) => follow(context, planReconnection(attemptsOf(context)))),
    planAfterClose: assign(({ context }, closed: Closed) =>
      follow(context, planAfterClose(reasonOf(context, closed), attemptsOf(context))),
    ),
    revokeEndpoint: assign(({ context }) =>
      follow(context, planReconnection({ ...attemptsOf(context), failures: Number.POSITIVE_INFINITY })),
    ),
  },
  guards: {
    mayConnect: ({ context }) => mayStay(context) && context.services.endpoints.current() !== undefined,
    mayStay: ({ context }) => mayStay(context),
    hasWait: ({ context }) => context.wait > 0,
    isAccepted: (_, code: number) => judgeLogin(code) === 'accepted',
    isForLater: (_, code: number) => judgeLogin(code) === 'later',
    isReplaced: ({ context: { services, used } }) => {
      const current = services.credentials.current()
      return current !== undefined && current.token !== used?.token
    },
    mayRenew: ({ context }) => !context.hasRenewed,
    isRenewed: (_, renewal: Renewal) => renewal === 'renewed',
    isUnreachable: (_, renewal: Renewal) => renewal === 'unreachable',
    hasSlept: ({ context: { services, tick } }) =>
      lateness(tick, readClocks(services.clock)) > heartbeat.sleepThreshold,
    isHeartbeatDue: ({ context }) => verdict(context) === 'send',
    isSilent: ({ context }) => verdict(context) === 'timed-out',
    isAlive: (_, isAlive: boolean) => isAlive,
  },
  delays: {
    wait: ({ context }) => context.wait,
    helloTimeLimit,
    heartbeatInterval: heartbeat.heartbeatInterval,
  },
})
