import { outboxSetup } from './outbox-setup.ts'

/**
 * Sends what the log's outbox holds: one message in flight per conversation, at most eight over all (DEC-108). While
 * the device is offline nothing is sent and nothing becomes stale; it all goes out after the next login (DEC-107).
 *
 *              online                 something pending
 *   offline ───────────► online: resting ───────────────► turning (each 600 ms: stale? due again?)
 *      ▲                    │  ▲                              │
 *      └─── offline ────────┘  └───── nothing pending ────────┘
 */
export const outboxMachine = outboxSetup.createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    services: input,
    inFlight: new Map(),
    notBefore: new Map(),
    failures: new Map(),
    since: input.parts.serverTime.now(),
  }),
  invoke: [
    { src: 'queue', input: ({ context }) => context.services, onError: { target: '.offline' } },
    { src: 'surroundings', input: ({ context }) => context.services, onError: { target: '.offline' } },
  ],
  on: {
    'message.settled': { actions: [{ type: 'settle', params: ({ event }) => event }] },
  },
  initial: 'offline',
  states: {
    offline: {
      always: { guard: 'isOnline', target: 'online', actions: 'startAnew' },
      on: { 'surroundings.changed': { guard: 'isOnline', target: 'online', actions: 'startAnew' } },
    },
    online: {
      entry: 'send',
      on: {
        'surroundings.changed': [{ guard: 'isOnline' }, { target: 'offline' }],
        'outbox.changed': { actions: 'send' },
        'login.completed': { actions: ['startAnew', 'resend', 'send'] },
        'message.settled': { actions: [{ type: 'settle', params: ({ event }) => event }, 'send'] },
      },
      initial: 'resting',
      states: {
        resting: { always: { guard: 'hasPending', target: 'turning' } },
        turning: {
          after: {
            stalenessInterval: [
              { guard: 'hasPending', target: 'turning', reenter: true, actions: ['stall', 'send'] },
              { target: 'resting' },
            ],
          },
        },
      },
    },
  },
})
