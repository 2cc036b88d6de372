import { emptyLanes } from '#domain/outbox/lanes.ts'
import { type OutboxEvent, outboxSetup } from './outbox-setup.ts'

type SettledEvent = Extract<OutboxEvent, { type: 'message.settled' }>

/** A try is over: its actor goes, its lane is free. */
const settled = [
  { type: 'remove', params: ({ event }: { event: SettledEvent }) => event },
  { type: 'settle', params: ({ event }: { event: SettledEvent }) => event },
  { type: 'record', params: ({ event }: { event: SettledEvent }) => event },
  { type: 'tellRefusal', params: ({ event }: { event: SettledEvent }) => event },
] as const

/**
 * Sends what the log's outbox holds: one message in flight per conversation, at most eight over all (DEC-108). While
 * the device is offline nothing is sent and nothing becomes stale; it all goes out after the next login (DEC-107).
 *
 *              online                 something waits
 *   offline ───────────► online: resting ───────────────► turning (each 600 ms: stale? due again?)
 *      ▲                    │  ▲                              │
 *      └─── offline ────────┘  └────── nothing waits ─────────┘
 */
export const outboxMachine = outboxSetup.createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    services: input,
    lanes: emptyLanes,
    failures: new Map(),
    starting: [],
    since: { possible: input.parts.serverTime.now(), moved: new Map() },
  }),
  invoke: [
    { src: 'queue', input: ({ context }) => context.services, onError: { target: '.offline' } },
    { src: 'surroundings', input: ({ context }) => context.services, onError: { target: '.offline' } },
  ],
  on: {
    'message.settled': { actions: [...settled] },
    'settlement.lost': { actions: { type: 'unsettle', params: ({ event }) => event } },
  },
  initial: 'offline',
  states: {
    offline: {
      always: { guard: 'isOnline', target: 'online', actions: 'startAnew' },
      on: { 'surroundings.changed': { guard: 'isOnline', target: 'online', actions: 'startAnew' } },
    },
    online: {
      entry: ['choose', 'start'],
      on: {
        'surroundings.changed': [{ guard: 'isOnline' }, { target: 'offline' }],
        'outbox.changed': { actions: ['choose', 'start'] },
        'login.completed': { actions: ['recall', 'startAnew', 'resend', 'choose', 'start'] },
        'message.settled': { actions: [...settled, 'choose', 'start'] },
      },
      initial: 'resting',
      states: {
        resting: { always: { guard: 'hasWaiting', target: 'turning' } },
        turning: {
          after: {
            stalenessInterval: [
              {
                guard: 'hasWaiting',
                target: 'turning',
                reenter: true,
                actions: ['stall', 'choose', 'start'],
              },
              { target: 'resting' },
            ],
          },
        },
      },
    },
  },
})
