import type { MessageServices } from '#machines/message/message-machine.ts'
import { createOutboxSetup, type OutboxEvent } from './outbox-setup.ts'

type ReportOf<Type extends OutboxEvent['type']> = { readonly event: Extract<OutboxEvent, { type: Type }> }

const settle = { type: 'settle', params: ({ event }: ReportOf<'message.settled'>) => event } as const

/**
 * Delivers the unsent messages of the log: two concurrent uploads and a small one in addition, one message in flight per
 * conversation, at most eight over all (DEC-108). A message enters its conversation's queue when its file is uploaded,
 * so that a slow upload holds nothing up [LIFE-02]. While the device is offline, nothing is sent and nothing becomes
 * stale; the next login sends everything (DEC-107).
 *
 *              online                 a message waits
 *   offline ───────────► online: idle ───────────────► polling (each 600 ms: stale? pause over?)
 *      ▲                    │    ▲                        │
 *      └───── offline ──────┘    └──── nothing waits ─────┘
 *
 *   in every state: an actor of machines/message for each message in flight or in a pause, stopped when the log says
 *   its outcome, and replaced by the next try
 */
export const createOutboxMachine = (services: MessageServices) =>
  createOutboxSetup(services).createMachine({
    id: 'outbox',
    context: () => ({
      messageActors: [],
      responseWait: { possible: services.sending.serverTime.now(), moved: new Map() },
    }),
    // A failure of one of them ends this machine, and the leader reports it.
    invoke: [{ src: 'queue' }, { src: 'environment' }],
    on: {
      'outbox.changed': { actions: ['stopMessageActors', 'notifySteps'] },
      'message.settled': { actions: [settle, 'stopMessageActors'] },
      'message.recorded': { actions: 'stopMessageActors' },
    },
    initial: 'offline',
    states: {
      offline: {
        always: { guard: 'isOnline', target: 'online', actions: 'endPauses' },
        on: { 'visibility.changed': { guard: 'isOnline', target: 'online', actions: 'endPauses' } },
      },
      online: {
        entry: 'startMessageActors',
        on: {
          'visibility.changed': [{ guard: 'isOnline' }, { target: 'offline' }],
          'outbox.changed': { actions: ['stopMessageActors', 'notifySteps', 'startMessageActors'] },
          'login.completed': { actions: ['notifyLogin', 'endPauses', 'retryStale', 'startMessageActors'] },
          'message.settled': { actions: [settle, 'stopMessageActors', 'startMessageActors'] },
        },
        initial: 'idle',
        states: {
          idle: { always: { guard: 'hasWaiting', target: 'polling' } },
          polling: {
            after: {
              stalenessInterval: [
                {
                  guard: 'hasWaiting',
                  target: 'polling',
                  reenter: true,
                  actions: ['stall', 'startMessageActors'],
                },
                { target: 'idle' },
              ],
            },
          },
        },
      },
    },
  })
