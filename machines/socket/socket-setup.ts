import { type ActorRef, assign, fromCallback, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import type { SocketState } from '#domain/connection/connection-view.ts'
import * as heartbeat from '#domain/connection/heartbeat.ts'
import { helloTimeLimit } from '#domain/connection/heartbeat.ts'
import {
  type CloseReason,
  classifyClose,
  judgeLogin,
  planAfterClose,
  planReconnection,
  type Reconnection,
} from '#domain/connection/reconnection.ts'
import { userId } from '#schemas/ids.ts'
import { toLogoutFrame } from '#schemas/translate/outgoing.ts'
import type { Renewal } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { SocketSignal } from '#streams/socket/socket-link.ts'
import {
  heartbeatFrame,
  loginFrame,
  readClocks,
  type SocketAnnouncedEvent,
  type SocketAnnouncement,
  type SocketServices,
  type Tick,
  tickDelay,
} from './socket-services.ts'

/** Receives the announcements of the socket. */
export interface SocketInput {
  readonly owner: ActorRef<Snapshot<unknown>, SocketAnnouncedEvent>
}
export interface SocketContext extends SocketInput {
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

interface Closed {
  readonly code: number
  readonly isClean: boolean
}

function reasonOf(
  { clock }: SocketServices,
  { connectedAt }: SocketContext,
  { code, isClean }: Closed,
): CloseReason {
  const connectedFor = connectedAt === undefined ? 0 : clock.monotonic() - connectedAt
  return classifyClose({ code, isClean, connectedFor })
}

const attemptsOf = ({ endpoints, random }: SocketServices, { failures }: SocketContext) => ({
  failures,
  isSoleEndpoint: endpoints.isSole(),
  jitter: random.next(),
})

/** Whether the page is visible and online, and an account is signed in [SOCK-12 SOCK-27]. */
const mayStay = ({ credentials, visibility }: SocketServices): boolean =>
  visibility.isVisible() && visibility.isOnline() && credentials.current() !== undefined

/** Switches to the next endpoint if the plan says so. Returns the rest of the plan for the context [SOCK-13]. */
function follow({ endpoints }: SocketServices, { endpoint }: SocketContext, plan: Reconnection) {
  if (plan.shouldSwitchEndpoint && endpoint !== undefined) endpoints.drop(endpoint)
  return { failures: plan.failures, wait: plan.wait }
}

/** The named actors, actions, guards and delays of the socket machine. */
export const createSocketSetup = (services: SocketServices) =>
  setup({
    types: {
      context: {} as SocketContext,
      events: {} as SocketEvent,
      input: {} as SocketInput,
    },
    actors: {
      signals: fromCallback<SocketEvent>(({ sendBack }) => {
        const subscription = services.link.signals$.subscribe(sendBack)
        return () => subscription.unsubscribe()
      }),
      /** Sends an event when the page's visibility, its network or the endpoint changes. */
      environment: fromCallback<SocketEvent>(({ sendBack }) => {
        const notifyChange = () => sendBack({ type: 'visibility.changed' })
        const ends = [services.visibility.subscribe(notifyChange), services.endpoints.subscribe(notifyChange)]
        return () => {
          for (const end of ends) end()
        }
      }),
      /** Compares the clocks every second while no heartbeat runs. */
      sleepWatch: fromCallback<SocketEvent>(({ sendBack }) => {
        const { clock } = services
        let last = readClocks(clock)
        let timer = clock.setTimeout(look, heartbeat.heartbeatInterval)
        function look() {
          const hasSlept = tickDelay(last, readClocks(clock)) > heartbeat.sleepThreshold
          last = readClocks(clock)
          timer = clock.setTimeout(look, heartbeat.heartbeatInterval)
          if (hasSlept) sendBack({ type: 'device.woke' })
        }
        return () => clock.clearTimeout(timer)
      }),
      connection: fromCallback<SocketEvent, SocketContext>(({ input: { used, endpoint } }) => {
        const { link } = services
        if (endpoint === undefined) return
        link.open(endpoint)
        return () => {
          if (used && link.isReady()) link.sendNow(toLogoutFrame(userId(used.userId)))
          link.close()
        }
      }),
      renewal: fromPromise<Renewal, SocketContext>(async ({ input }) =>
        input.used ? services.credentials.renew(input.used) : 'rejected',
      ),
      check: fromPromise<boolean, SocketContext>(async ({ input: { used } }) =>
        used ? services.link.check(heartbeatFrame(used), heartbeat.replyTimeLimit) : false,
      ),
    },
    actions: {
      announce: sendTo(
        ({ context }) => context.owner,
        (_, announcement: SocketAnnouncement): SocketAnnouncedEvent => ({
          type: 'socket.announced',
          announcement,
        }),
      ),
      announceState: sendTo(
        ({ context }) => context.owner,
        (_, state: SocketState): SocketAnnouncedEvent => ({
          type: 'socket.announced',
          announcement: { type: 'state-changed', state },
        }),
      ),
      sendLogin: ({ context: { used, endpoint } }) => {
        if (used && endpoint !== undefined) services.link.sendNow(loginFrame(services, used, endpoint))
      },
      prepare: assign({
        used: () => services.credentials.current(),
        endpoint: () => services.endpoints.current(),
      }),
      takeCredentials: assign({
        used: ({ context }) => services.credentials.current() ?? context.used,
      }),
      startSending: () => services.link.setReady(true),
      stopSending: () => services.link.setReady(false),
      sendHeartbeat: ({ context: { used } }) => {
        if (used) services.link.sendNow(heartbeatFrame(used))
      },
      recordHeartbeatSent: assign({
        heartbeat: ({ context }) => heartbeat.recordHeartbeat(context.heartbeat, services.clock.monotonic()),
      }),
      startHeartbeat: assign({
        heartbeat: () => heartbeat.startHeartbeat(services.clock.monotonic()),
        tick: () => readClocks(services.clock),
      }),
      recordTick: assign({
        tick: () => readClocks(services.clock),
        heartbeat: ({ context }) => heartbeat.answered(context.heartbeat, services.link.lastReceivedAt()),
      }),
      recordLogin: assign({
        failures: 0,
        wait: 0,
        connectedAt: () => services.clock.monotonic(),
      }),
      recordRenewal: assign({ hasRenewed: true }),
      clearWait: assign({ wait: 0 }),
      /** A renewal counts only for the next connection, because a token can expire while no connection is possible. */
      clearConnection: assign({ connectedAt: undefined, hasRenewed: false }),
      planAfterError: assign(({ context }) =>
        follow(services, context, planReconnection(attemptsOf(services, context))),
      ),
      planAfterClose: assign(({ context }, closed: Closed) =>
        follow(
          services,
          context,
          planAfterClose(reasonOf(services, context, closed), attemptsOf(services, context)),
        ),
      ),
      revokeEndpoint: assign(({ context }) =>
        follow(
          services,
          context,
          planReconnection({ ...attemptsOf(services, context), failures: Number.POSITIVE_INFINITY }),
        ),
      ),
    },
    guards: {
      mayConnect: () => mayStay(services) && services.endpoints.current() !== undefined,
      mayStay: () => mayStay(services),
      hasWait: ({ context }) => context.wait > 0,
      isAccepted: (_, code: number) => judgeLogin(code) === 'accepted',
      isRejected: (_, code: number) => judgeLogin(code) === 'rejected',
      isForLater: (_, code: number) => judgeLogin(code) === 'later',
      isReplaced: ({ context: { used } }) => {
        const current = services.credentials.current()
        return current !== undefined && current.token !== used?.token
      },
      mayRenew: ({ context }) => !context.hasRenewed,
      isRenewed: (_, renewal: Renewal) => renewal === 'renewed',
      isUnreachable: (_, renewal: Renewal) => renewal === 'unreachable',
      hasSlept: ({ context: { tick } }) =>
        tickDelay(tick, readClocks(services.clock)) > heartbeat.sleepThreshold,
      isHeartbeatDue: ({ context }) => judgeHeartbeat(services, context) === 'send',
      isSilent: ({ context }) => judgeHeartbeat(services, context) === 'timed-out',
      isAlive: (_, isAlive: boolean) => isAlive,
    },
    delays: {
      wait: ({ context }) => context.wait,
      helloTimeLimit,
      heartbeatInterval: heartbeat.heartbeatInterval,
    },
  })

const judgeHeartbeat = ({ clock, link }: SocketServices, { heartbeat: history }: SocketContext) =>
  heartbeat.judgeHeartbeat(history, link.lastReceivedAt(), clock.monotonic())
