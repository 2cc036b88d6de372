import { initialConnection, leaderSetup } from './leader-setup.ts'
import {
  createLeadership,
  type LeaderCallbacks,
  outboxServices,
  pushServices,
  socketServices,
  synchronisationServices,
} from './leadership.ts'

/**
 * One tab of an account is the leader tab: it owns the socket, the inbound pipeline and the outbox. Follower tabs read
 * its log and its connection status, and take over when it releases the lock (DEC-110).
 *
 *               lock won                                 signed out by the server
 *   following ───────────► leading: socket, outbox, ─────────────────────────────► halted
 *    ▲ │ ▲ ▲               read marks, push, synchronisation
 *    │ │ │ └── lock stolen ───┤
 *    │ │ └──── hidden, and another tab is visible: the lock is released and requested again
 *    └─┘ no heartbeat of the leader while this tab is visible: the lock is stolen
 */
export const leaderMachine = leaderSetup.createMachine({
  id: 'leader',
  context: ({ input, self }) => {
    const callbacks: LeaderCallbacks = {
      wanted: (scope) => self.send({ type: 'synchronisation.requested', scope }),
      progressed: (progress) => self.send({ type: 'synchronisation.progressed', ...progress }),
    }
    return {
      core: input,
      callbacks,
      connection: initialConnection,
      leadership: createLeadership(input, callbacks),
      isLeaderSilent: false,
    }
  },
  invoke: [
    { src: 'tabs', input: ({ context }) => context.core, onError: { target: '.halted' } },
    { src: 'environment', input: ({ context }) => context.core.ports, onError: { target: '.halted' } },
  ],
  initial: 'electing',
  states: {
    electing: {
      invoke: { src: 'election', input: ({ context }) => context, onError: 'halted' },
      on: { 'leadership.lost': { target: 'electing', reenter: true, actions: 'clearLeaderSilent' } },
      initial: 'following',
      states: {
        following: {
          entry: ['askLeader', 'announceVisibility'],
          invoke: { src: 'heartbeat', input: ({ context }) => context.core, onError: '#leader.halted' },
          on: {
            'leadership.won': 'leading',
            'leader.silent': { target: '#leader.electing', reenter: true, actions: 'markLeaderSilent' },
            'visibility.changed': { actions: 'announceVisibility' },
            'connection.requested': { actions: 'askReconnect' },
            'tab.said': [
              {
                guard: { type: 'mayTakeOver', params: ({ event }) => event.message },
                actions: [
                  { type: 'followLeader', params: ({ event }) => event.message },
                  'announceVisibility',
                ],
              },
              { actions: { type: 'followLeader', params: ({ event }) => event.message } },
            ],
          },
        },
        leading: {
          entry: ['clearConnection', 'clearLeaderSilent'],
          invoke: [
            { src: 'dataPlane', input: ({ context }) => context, onError: '#leader.halted' },
            {
              src: 'socket',
              id: 'socket',
              input: ({ context, self }) => socketServices(context.core, self),
              onError: '#leader.halted',
            },
            {
              src: 'outbox',
              id: 'outbox',
              input: ({ context: { core, callbacks } }) => outboxServices(core, callbacks),
              onError: '#leader.halted',
            },
            {
              src: 'pendingUpdates',
              id: 'pendingUpdates',
              input: ({ context: { core } }) => ({ ...core, clock: core.ports.clock }),
              onError: '#leader.halted',
            },
            {
              src: 'push',
              id: 'push',
              input: ({ context }) => pushServices(context.core),
              onError: { actions: { type: 'report', params: ({ event }) => event } },
            },
            {
              src: 'synchronisation',
              id: 'synchronisation',
              input: ({ context: { core, callbacks, leadership } }) =>
                synchronisationServices(core, leadership, callbacks),
              onError: '#leader.halted',
            },
          ],
          on: {
            'socket.announced': [
              {
                guard: { type: 'isEnd', params: ({ event }) => event.announcement },
                target: '#leader.halted',
                actions: { type: 'failSession', params: ({ event }) => event.announcement },
              },
              {
                guard: { type: 'isLogin', params: ({ event }) => event.announcement },
                actions: ['notifySynchronisation', 'notifyOutbox', 'notifyPendingUpdates'],
              },
              {
                guard: { type: 'isLoss', params: ({ event }) => event.announcement },
                actions: [
                  { type: 'setSocketState', params: ({ event }) => event.announcement },
                  'notifyLoss',
                  'settleSoon',
                ],
              },
              {
                actions: [
                  { type: 'setSocketState', params: ({ event }) => event.announcement },
                  'settleSoon',
                ],
              },
            ],
            'connection.settled': { actions: ['markSettled', 'publish'] },
            'connection.requested': { actions: ['clearFailure', 'reconnect'] },
            'locale.changed': { actions: 'changeLocale' },
            'synchronisation.requested': { actions: { type: 'synchronise', params: ({ event }) => event } },
            'synchronisation.progressed': {
              actions: [
                { type: 'setSyncProgress', params: ({ event }) => event },
                { type: 'notifyListed', params: ({ event }) => event },
                'settleSoon',
              ],
            },
            'visibility.changed': { actions: 'notifyFollowers' },
            'tab.said': [
              {
                guard: { type: 'mustYield', params: ({ event }) => event.message },
                target: '#leader.electing',
                reenter: true,
              },
              {
                guard: { type: 'isAskingState', params: ({ event }) => event.message },
                actions: 'notifyFollowers',
              },
              {
                guard: { type: 'isAskingConnection', params: ({ event }) => event.message },
                actions: ['clearFailure', 'reconnect'],
              },
              {
                guard: { type: 'isAskingDeletion', params: ({ event }) => event.message },
                actions: { type: 'passOnDeletion', params: ({ event }) => event.message },
              },
              {
                guard: { type: 'isClearing', params: ({ event }) => event.message },
                actions: { type: 'clearAll', params: ({ event }) => event.message },
              },
              {
                guard: { type: 'isJoining', params: ({ event }) => event.message },
                actions: { type: 'fetchGroup', params: ({ event }) => event.message },
              },
            ],
          },
        },
      },
    },
    /** The sign-in has ended in this tab. The log can still be read. */
    halted: {},
  },
})
