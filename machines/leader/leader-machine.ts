import type { AccountCore } from '#machines/account/account-core.ts'
import { createLeaderSetup, initialConnection } from './leader-setup.ts'

const report = { type: 'report', params: ({ event }: { event: { error: unknown } }) => event } as const
/** A part without which the tab cannot lead or follow has failed. */
const fail = { target: '#leader.failed', actions: report } as const

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
 *
 *   any state ──── a part fails ────► failed ──── a connection is requested ────► following
 *
 *   following:  hidden ◄──► visible: asking ── 500 ms ──► askingAgain ── 500 ms ──► the lock is stolen
 *                                     ▲ └─── answered ◄───────┘
 *                                     └─ 500 ms ─┘
 *
 * A frozen page keeps its lock and cannot answer. Unanswered requests are counted instead of time, because the device
 * may have slept.
 */
export const createLeaderMachine = (core: AccountCore) =>
  createLeaderSetup(core).createMachine({
    id: 'leader',
    context: { connection: initialConnection, isLeaderSilent: false },
    invoke: [
      { src: 'tabs', onError: fail },
      { src: 'environment', onError: fail },
    ],
    initial: 'electing',
    states: {
      electing: {
        invoke: { src: 'election', input: ({ context }) => context, onError: fail },
        on: { 'leadership.lost': { target: 'electing', reenter: true, actions: 'clearLeaderSilent' } },
        initial: 'following',
        states: {
          following: {
            entry: ['askLeader', 'announceVisibility'],
            on: {
              'leadership.won': 'leading',
              'visibility.changed': { actions: 'announceVisibility' },
              'connection.requested': { actions: 'askReconnect' },
              'tab.message-received': [
                {
                  guard: { type: 'mayTakeOver', params: ({ event }) => event.message },
                  actions: [
                    { type: 'followLeader', params: ({ event }) => event.message },
                    'announceVisibility',
                    'raiseAnswered',
                  ],
                },
                {
                  guard: { type: 'isLeaderState', params: ({ event }) => event.message },
                  actions: [{ type: 'followLeader', params: ({ event }) => event.message }, 'raiseAnswered'],
                },
              ],
            },
            initial: 'hidden',
            states: {
              hidden: { always: { guard: 'isVisible', target: 'visible' } },
              visible: {
                always: { guard: 'isHidden', target: 'hidden' },
                initial: 'asking',
                states: {
                  asking: {
                    entry: 'askLeader',
                    on: { 'leader.answered': 'answered' },
                    after: { askInterval: 'askingAgain' },
                  },
                  askingAgain: {
                    entry: 'askLeader',
                    on: { 'leader.answered': 'answered' },
                    after: {
                      askInterval: { target: '#leader.electing', reenter: true, actions: 'markLeaderSilent' },
                    },
                  },
                  answered: { after: { askInterval: 'asking' } },
                },
              },
            },
          },
          leading: {
            entry: ['clearConnection', 'clearLeaderSilent'],
            invoke: [
              { src: 'settling', id: 'settling', onError: fail },
              { src: 'dataPlane', onError: fail },
              {
                src: 'socket',
                id: 'socket',
                input: ({ self }) => ({ owner: self }),
                onError: fail,
              },
              { src: 'outbox', id: 'outbox', onError: fail },
              { src: 'pendingUpdates', id: 'pendingUpdates', onError: fail },
              { src: 'push', id: 'push', onError: { actions: report } },
              { src: 'synchronisation', id: 'synchronisation', onError: fail },
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
                  actions: [
                    'notifySynchronisation',
                    'notifyOutbox',
                    'notifyPendingUpdates',
                    'announceMissedChanges',
                  ],
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
              'tab.message-received': [
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
      /** The tab is shown as offline. Further parts may fail before they are stopped. */
      failed: {
        entry: ['setFailure', 'publish'],
        on: { 'connection.requested': 'electing', '*': {} },
      },
    },
  })
