import { assign, fromCallback, raise, sendTo, setup } from 'xstate'
import {
  type ConnectionView,
  connectionStatus,
  type SocketState,
} from '#domain/connection/connection-view.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { machineFromInput, watchVisibility } from '#machines/actor-logic.ts'
import type { SessionFailedEvent } from '#machines/auth/auth-setup.ts'
import { createPushMachine } from '#machines/notification/push-machine.ts'
import { createOutboxMachine } from '#machines/outbox/outbox-machine.ts'
import { createPendingUpdatesMachine } from '#machines/outbox/pending-updates-machine.ts'
import { createSocketMachine } from '#machines/socket/socket-machine.ts'
import type { SocketAnnouncement } from '#machines/socket/socket-services.ts'
import type { SocketInput } from '#machines/socket/socket-setup.ts'
import { createSynchronisationMachine } from '#machines/synchronisation/synchronisation-machine.ts'
import type { SynchronisationScope } from '#machines/synchronisation/synchronisation-steps.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ListedPresence } from '#streams/inbound/presence.ts'
import { sendDeletion } from '#streams/outbound/delete-for-everyone.ts'
import { type LeaderEvent, leaderElection } from './leader-election.ts'
import {
  clearConversationsForTab,
  createLeadership,
  outboxServices,
  pushServices,
  socketServices,
  synchronisationServices,
} from './leadership.ts'

export interface LeaderContext {
  readonly connection: ConnectionFacts
  /** Whether the leader sent no heartbeat. Its lock is then stolen. */
  readonly isLeaderSilent: boolean
}

/**
 * How often a visible follower asks the leader tab for a heartbeat, ms. Two unanswered requests in a row give the leader
 * up, so that another tab leads within 2 s.
 */
const askInterval = 500

export const initialConnection: ConnectionFacts = { socket: 'closed', isCaughtUp: false, hasFailed: false }

/** The named actors, actions and guards of the leader machine. */
export function createLeaderSetup(core: AccountCore) {
  const leadership = createLeadership(core)
  return setup({
    types: {
      context: {} as LeaderContext,
      events: {} as LeaderEvent,
      children: {} as {
        socket: 'socket'
        outbox: 'outbox'
        pendingUpdates: 'pendingUpdates'
        push: 'push'
        synchronisation: 'synchronisation'
        settling: 'settling'
      },
    },
    actors: {
      socket: machineFromInput((_: SocketInput) => createSocketMachine(socketServices(core))),
      outbox: machineFromInput(() => createOutboxMachine(outboxServices(core, leadership))),
      pendingUpdates: machineFromInput(() => createPendingUpdatesMachine({ ...core, ...core.ports })),
      push: machineFromInput(() => createPushMachine(pushServices(core))),
      synchronisation: machineFromInput(() =>
        createSynchronisationMachine(synchronisationServices(core, leadership)),
      ),
      election: leaderElection(core),
      tabs: fromCallback<LeaderEvent>(({ sendBack }) => {
        const subscription = core.tabs.messages$.subscribe((message) => {
          if (accountOf(message) === core.userId) sendBack({ type: 'tab.message-received', message })
        })
        return () => subscription.unsubscribe()
      }),
      environment: watchVisibility(core.ports.visibility),
      /**
       * Answers a microtask after a change, so that a close followed by an immediate reconnect is not shown. An actor,
       * so that nothing is sent to a leader that has stopped meanwhile.
       */
      settling: fromCallback<{ readonly type: 'connection.changed' }>(({ receive, sendBack }) =>
        receive(() => void Promise.resolve().then(() => sendBack({ type: 'connection.settled' }))),
      ),
      /** Runs the leader's data plane while it leads, and notifies the followers who is online. */
      dataPlane: fromCallback<LeaderEvent>(({ sendBack }) => {
        leadership.start({
          wanted: (scope) => sendBack({ type: 'synchronisation.requested', scope }),
          progressed: (progress) => sendBack({ type: 'synchronisation.progressed', ...progress }),
        })
        const stopNotifying = core.presence.online.subscribe(() => notifyFollowers(core))
        return () => {
          stopNotifying()
          leadership.stop()
        }
      }),
    },
    actions: {
      clearConnection: assign({ connection: initialConnection }),
      markLeaderSilent: assign({ isLeaderSilent: true }),
      clearLeaderSilent: assign({ isLeaderSilent: false }),
      setSocketState: assign(({ context }, announcement: SocketAnnouncement) =>
        announcement.type === 'state-changed'
          ? { connection: withSocketState(context.connection, announcement.state) }
          : {},
      ),
      setSyncProgress: assign(({ context }, { isCaughtUp }: { isCaughtUp: boolean }) => ({
        connection: { ...context.connection, isCaughtUp },
      })),
      notifyListed: (_, { hasListed }: { hasListed: boolean }) => {
        if (hasListed) core.hasLoaded.set(true)
      },
      setFailure: assign({ connection: { ...initialConnection, hasFailed: true } }),
      clearFailure: assign(({ context }) => ({
        connection: { ...context.connection, hasFailed: false },
      })),
      /** A socket that is still closed after a microtask is a failed attempt. */
      markSettled: assign(({ context: { connection } }) => ({
        connection: { ...connection, hasFailed: connection.hasFailed || connection.socket === 'closed' },
      })),
      publish: ({ context }) => publishConnection(core, context.connection),
      settleSoon: sendTo('settling', { type: 'connection.changed' }),
      followLeader: (_, message: TabMessage) => {
        if (message.type !== 'leader-state') return
        core.connection.set(message.connection)
        core.presence.replace(message.presence)
        if (message.hasLoaded) core.hasLoaded.set(true)
        core.serverTime.adopt(message.clockOffset, message.isClockTrusted === true)
      },
      raiseAnswered: raise({ type: 'leader.answered' }),
      askLeader: () => core.tabs.post({ type: 'ask-leader-state', account: core.userId }),
      askReconnect: () => core.tabs.post({ type: 'reconnect', account: core.userId }),
      passOnDeletion: (_, message: TabMessage) => {
        if (message.type === 'delete-for-everyone') sendDeletion(core.link, core.userId, message)
      },
      fetchGroup: (_, message: TabMessage) => {
        if (message.type === 'join-group') leadership.fetchGroup(message.group)
      },
      clearAll: (_, message: TabMessage) => {
        if (message.type === 'clear-all-device-session') void clearConversationsForTab(core, message)
      },
      report: (_, { error }: { error: unknown }) =>
        core.ports.report.fault({ kind: 'leader', detail: 'a part failed', cause: error }),
      announceVisibility: () => announceVisibility(core),
      notifyFollowers: () => notifyFollowers(core),
      /** A kick-out leaves no unsent message (DEC-115). */
      failSession: sendTo(
        () => core.auth(),
        (_, { type }: SocketAnnouncement): SessionFailedEvent => ({
          type: 'session.failed',
          userId: core.userId,
          mayPreserveOutbox: type === 'disconnected',
        }),
      ),
      notifySynchronisation: sendTo('synchronisation', { type: 'login.completed' }),
      notifyOutbox: sendTo('outbox', { type: 'login.completed' }),
      notifyPendingUpdates: sendTo('pendingUpdates', { type: 'login.completed' }),
      announceMissedChanges() {
        core.groupChanges.announce()
        core.blacklistChanges.announce()
        core.tagChanges.announce()
        core.settingsChanged$.next()
      },
      notifyLoss: sendTo('synchronisation', { type: 'connection.lost' }),
      reconnect: sendTo('socket', { type: 'connection.requested' }),
      changeLocale: sendTo('socket', { type: 'locale.changed' }),
      synchronise: sendTo('synchronisation', (_, { scope }: { scope: SynchronisationScope }) => ({
        type: 'synchronisation.requested' as const,
        scope,
      })),
    },
    guards: {
      isVisible: () => core.ports.visibility.isVisible(),
      isHidden: () => !core.ports.visibility.isVisible(),
      isLeaderState: (_, { type }: TabMessage) => type === 'leader-state',
      isLogin: (_, announcement: SocketAnnouncement) => announcement.type === 'logged-in',
      isEnd: (_, { type }: SocketAnnouncement) => type === 'kicked-out' || type === 'disconnected',
      isLoss: ({ context }, announcement: SocketAnnouncement) =>
        context.connection.socket === 'connected' &&
        announcement.type === 'state-changed' &&
        announcement.state !== 'connected',
      isAskingState: (_, { type }: TabMessage) => type === 'ask-leader-state',
      isAskingConnection: (_, { type }: TabMessage) => type === 'reconnect',
      isAskingDeletion: (_, { type }: TabMessage) => type === 'delete-for-everyone',
      isClearing: (_, { type }: TabMessage) => type === 'clear-all-device-session',
      isJoining: (_, { type }: TabMessage) => type === 'join-group',
      /** Whether another tab is visible and this one is not (DEC-110). */
      mustYield: (_, message: TabMessage) =>
        message.type === 'tab-visibility' && message.isVisible && !core.ports.visibility.isVisible(),
      /** Whether the leader is hidden and this tab is visible. */
      mayTakeOver: (_, message: TabMessage) =>
        message.type === 'leader-state' && !message.isVisible && core.ports.visibility.isVisible(),
    },
    delays: { askInterval },
  })
}

/** Returns the account of a message that its leader handles. */
function accountOf(message: TabMessage): UserId | undefined {
  if (message.type === 'clear-all-device-session') return message.userId
  return 'account' in message ? message.account : undefined
}

function withSocketState(facts: ConnectionFacts, socket: ConnectionFacts['socket']): ConnectionFacts {
  if (socket === 'connected') return { socket, isCaughtUp: false, hasFailed: false }
  return { ...facts, socket, isCaughtUp: false }
}

/** The state of the leader's connection. */
interface ConnectionFacts {
  readonly socket: SocketState
  readonly isCaughtUp: boolean
  /** Whether an attempt has failed since the last connection or request. */
  readonly hasFailed: boolean
}

/** Returns the connection state for the header. `offline` keeps its start time. */
function connectionView(facts: ConnectionFacts, last: ConnectionView, now: number): ConnectionView {
  const status = connectionStatus(facts.socket, facts.isCaughtUp, facts.hasFailed)
  if (status !== 'offline') return last.status === status ? last : { status }
  return last.status === 'offline' ? last : { status, since: now }
}

/** Publishes the connection state in this tab and to the followers. */
function publishConnection(core: AccountCore, facts: ConnectionFacts): void {
  core.connection.set(connectionView(facts, core.connection.get(), core.serverTime.now()))
  notifyFollowers(core)
}

function notifyFollowers(core: AccountCore): void {
  core.tabs.post({
    type: 'leader-state',
    account: core.userId,
    connection: core.connection.get(),
    presence: presenceOf(core.presence),
    hasLoaded: core.hasLoaded.get(),
    isVisible: core.ports.visibility.isVisible(),
    clockOffset: core.serverTime.offsetFromDevice(),
    isClockTrusted: core.serverTime.isTrusted(),
  })
}

const presenceOf = ({ online, lastSeen }: AccountCore['presence']): ListedPresence[] =>
  [...new Set([...online.get(), ...lastSeen.get().keys()])].map((userId) => ({
    userId,
    isOnline: online.get().has(userId),
    lastSeenAt: lastSeen.get().get(userId),
  }))

const announceVisibility = (core: AccountCore): void =>
  core.tabs.post({
    type: 'tab-visibility',
    account: core.userId,
    isVisible: core.ports.visibility.isVisible(),
  })
