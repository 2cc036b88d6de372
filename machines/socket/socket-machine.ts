import type { SnapshotFrom } from 'xstate'
import type { SocketState } from '#domain/connection/connection-view.ts'
import { startHeartbeat } from '#domain/connection/heartbeat.ts'
import { readClocks, type SocketServices } from './socket-services.ts'
import { createSocketSetup } from './socket-setup.ts'

/**
 * One account's socket [SOCK-01]. `live` has the three states of a connection that is open or being opened.
 *
 *        visible, online and signed in              opened: login          login accepted
 *  closed ───────────────────────────► connecting ─────────────► open ─────────────────► connected
 *    ▲  ▲ deciding · paused · waiting       │                     │  │          liveness:      idle ◄─► verifying
 *    │  │ renewing · barred                 │ error, 15 s         │  │                                   (3 s)
 *    │  │                                   │                     │  │ rejected authorization: valid ◄─► renewing
 *    │  └───────────────────────────────────┴─────────────────────┘  └► renewing   asked to log in again │
 *    │         waits 5 s, 10 s, then the next endpoint                  │ or barred                      │ rejected:
 *    ├───────── closed (1012: 0.5 to 5 s, 1013: 15 to 30 s), hidden, offline ─────────────┤              ▼ barred
 *    └──── ended ◄──── heartbeat or check unanswered, slept on the way in, language changed
 */
export const createSocketMachine = (services: SocketServices) =>
  createSocketSetup(services).createMachine({
    id: 'socket',
    context: ({ input }) => ({
      owner: input.owner,
      failures: 0,
      wait: 0,
      connectedAt: undefined,
      tick: readClocks(services.clock),
      heartbeat: startHeartbeat(services.clock.monotonic()),
      hasRenewed: false,
      used: undefined,
      endpoint: undefined,
    }),
    // A failure of one of them ends this machine, and the leader reports it.
    invoke: [{ src: 'signals' }, { src: 'environment' }],
    initial: 'closed',
    states: {
      closed: {
        entry: ['clearConnection', { type: 'announceState', params: 'closed' }],
        initial: 'deciding',
        on: {
          'connection.requested': { guard: 'mayConnect', target: 'live', actions: 'clearWait' },
          'socket.wanted': { guard: 'mayConnect', target: 'live', actions: 'clearWait' },
        },
        states: {
          deciding: {
            always: [
              { guard: 'hasWait', target: 'waiting' },
              { guard: 'mayConnect', target: '#socket.live' },
              { target: 'paused' },
            ],
          },
          /** Hidden, offline or signed out: waits until that changes [SOCK-12 SOCK-14 SOCK-27]. */
          paused: {
            on: { 'visibility.changed': { guard: 'mayConnect', target: '#socket.live' } },
          },
          waiting: {
            invoke: {
              src: 'sleepWatch',
              onError: { target: 'deciding', actions: 'clearWait' },
            },
            after: { wait: { target: 'deciding', actions: 'clearWait' } },
            on: {
              // After sleep the first reconnect is immediate (DEC-112).
              'device.woke': { target: 'deciding', actions: 'clearWait' },
              // Hidden or offline while waiting. It connects immediately when that ends [SOCK-15].
              'visibility.changed': [{ guard: 'mayStay' }, { target: 'paused', actions: 'clearWait' }],
            },
          },
          renewing: {
            on: { 'connection.requested': {}, 'socket.wanted': {} },
            invoke: {
              src: 'renewal',
              input: ({ context }) => context,
              onDone: [
                {
                  guard: { type: 'isRenewed', params: ({ event }) => event.output },
                  target: 'deciding',
                  actions: 'recordRenewal',
                },
                {
                  guard: { type: 'isUnreachable', params: ({ event }) => event.output },
                  target: 'deciding',
                  actions: 'planAfterError',
                },
                { target: 'barred', actions: { type: 'announce', params: { type: 'disconnected' } } },
              ],
              onError: { target: 'deciding', actions: 'planAfterError' },
            },
          },
          /** Signed out by the server. Only a new sign-in starts another socket. */
          barred: { on: { 'connection.requested': {}, 'socket.wanted': {} } },
        },
      },
      live: {
        entry: 'prepare',
        invoke: {
          src: 'connection',
          input: ({ context }) => context,
          onError: { target: 'closed', actions: 'planAfterError' },
        },
        initial: 'greeting',
        on: {
          'visibility.changed': [{ guard: 'mayStay' }, { target: 'closed', actions: 'clearWait' }],
          'locale.changed': 'ended',
          'socket.misgreeted': { target: 'closed', actions: 'revokeEndpoint' },
          'socket.kicked-out': {
            target: 'closed.barred',
            actions: { type: 'announce', params: { type: 'kicked-out' } },
          },
          'socket.closed': {
            target: 'closed',
            actions: { type: 'planAfterClose', params: ({ event }) => event },
          },
        },
        states: {
          /** The greeting and the login response must arrive within 15 s [SOCK-26]. */
          greeting: {
            invoke: { src: 'sleepWatch', onError: '#socket.ended' },
            on: { 'device.woke': '#socket.ended' },
            after: { helloTimeLimit: { target: '#socket.closed', actions: 'planAfterError' } },
            initial: 'connecting',
            states: {
              connecting: {
                entry: { type: 'announceState', params: 'connecting' },
                on: { 'socket.opened': 'open' },
              },
              open: {
                entry: [{ type: 'announceState', params: 'open' }, 'sendLogin'],
                on: {
                  'socket.login-answered': [
                    {
                      guard: { type: 'isAccepted', params: ({ event }) => event.code },
                      target: '#socket.live.connected',
                    },
                    {
                      guard: { type: 'isForLater', params: ({ event }) => event.code },
                      target: '#socket.closed',
                      actions: 'planAfterError',
                    },
                    // Another tab or call has renewed the token: tries the newer one first.
                    { guard: 'isReplaced', target: '#socket.closed' },
                    { guard: 'mayRenew', target: '#socket.closed.renewing' },
                    {
                      target: '#socket.closed.barred',
                      actions: { type: 'announce', params: { type: 'disconnected' } },
                    },
                  ],
                },
              },
            },
          },
          connected: {
            entry: [
              'recordLogin',
              'startHeartbeat',
              'startSending',
              { type: 'announceState', params: 'connected' },
              { type: 'announce', params: { type: 'logged-in' } },
            ],
            type: 'parallel',
            states: {
              liveness: {
                initial: 'idle',
                states: {
                  idle: {
                    on: { 'connection.requested': 'verifying' },
                    after: {
                      heartbeatInterval: [
                        { guard: 'hasSlept', target: 'verifying' },
                        { guard: 'isSilent', target: '#socket.ended' },
                        {
                          guard: 'isHeartbeatDue',
                          target: 'idle',
                          reenter: true,
                          actions: ['recordTick', 'sendHeartbeat', 'recordHeartbeatSent'],
                        },
                        { target: 'idle', reenter: true, actions: 'recordTick' },
                      ],
                    },
                  },
                  /** Sends a heartbeat and expects any frame within 3 s. Sends nothing else meanwhile [SOCK-17]. */
                  verifying: {
                    entry: ['stopSending', 'startHeartbeat'],
                    invoke: {
                      src: 'check',
                      input: ({ context }) => context,
                      onDone: [
                        {
                          guard: { type: 'isAlive', params: ({ event }) => event.output },
                          target: 'idle',
                          actions: ['startHeartbeat', 'startSending'],
                        },
                        { target: '#socket.ended' },
                      ],
                      onError: '#socket.ended',
                    },
                  },
                },
              },
              /** The server ends a connection with its access token, unless another login brings a fresh one. */
              authorization: {
                initial: 'valid',
                states: {
                  valid: {
                    on: {
                      'socket.login-answered': {
                        guard: { type: 'isRejected', params: ({ event }) => event.code },
                        target: 'renewing',
                      },
                    },
                  },
                  renewing: {
                    invoke: {
                      src: 'renewal',
                      input: ({ context }) => context,
                      onDone: [
                        {
                          guard: { type: 'isRenewed', params: ({ event }) => event.output },
                          target: 'valid',
                          actions: ['takeCredentials', 'sendLogin'],
                        },
                        // The server reminds again.
                        {
                          guard: { type: 'isUnreachable', params: ({ event }) => event.output },
                          target: 'valid',
                        },
                        {
                          target: '#socket.closed.barred',
                          actions: { type: 'announce', params: { type: 'disconnected' } },
                        },
                      ],
                      onError: 'valid',
                    },
                  },
                },
              },
            },
          },
        },
      },
      /** This connection was closed by the client. Another one follows (DEC-52). */
      ended: {
        entry: [{ type: 'announceState', params: 'ended' }, 'clearWait'],
        always: 'closed',
      },
    },
  })

/** Returns the state under the specification's name [SOCK-01]. */
export function socketStateOf(snapshot: SnapshotFrom<ReturnType<typeof createSocketMachine>>): SocketState {
  if (snapshot.matches({ live: 'connected' })) return 'connected'
  if (snapshot.matches({ live: { greeting: 'open' } })) return 'open'
  if (snapshot.matches('live')) return 'connecting'
  return snapshot.matches('ended') ? 'ended' : 'closed'
}
