import { noUploads } from '#domain/outbox/uploads.ts'
import { type UploadsEvent, uploadsSetup } from './uploads-setup.ts'

type EndedEvent = Extract<UploadsEvent, { type: 'upload.ended' }>

/** An upload is over: its actor goes, and what became of it is written down. */
const ended = [
  { type: 'remove', params: ({ event }: { event: EndedEvent }) => event },
  { type: 'settle', params: ({ event }: { event: EndedEvent }) => event },
  { type: 'record', params: ({ event }: { event: EndedEvent }) => event },
  { type: 'tellFailure', params: ({ event }: { event: EndedEvent }) => event },
] as const

/**
 * Uploads the files of unsent messages, two at once and one small one beside them; a message enters its lane of the outbox when its file is there, so
 * that a slow or failing file holds nothing else up [LIFE-02] (DEC-108). One that was sent as it was picked is made smaller
 * first. What a reload cut off begins again.
 *
 *              online                   a file waits
 *   offline ───────────► online: resting ───────────► looking (each second: is a pause over?)
 *      ▲                    │  ▲                          │
 *      └────── offline ─────┘  └───── no file waits ──────┘
 */
export const uploadsMachine = uploadsSetup.createMachine({
  id: 'uploads',
  context: ({ input }) => ({ services: input, uploads: noUploads, starting: [] }),
  invoke: [
    { src: 'queue', input: ({ context }) => context.services, onError: { target: '.offline' } },
    { src: 'surroundings', input: ({ context }) => context.services, onError: { target: '.offline' } },
  ],
  on: {
    'outbox.changed': { actions: 'prune' },
    'upload.ended': { actions: [...ended] },
    'ending.lost': { actions: { type: 'unsettle', params: ({ event }) => event } },
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
        'outbox.changed': { actions: ['prune', 'choose', 'start'] },
        'upload.ended': { actions: [...ended, 'choose', 'start'] },
      },
      initial: 'resting',
      states: {
        resting: { always: { guard: 'hasWaiting', target: 'looking' } },
        looking: {
          after: {
            lookInterval: [
              { guard: 'hasWaiting', target: 'looking', reenter: true, actions: ['choose', 'start'] },
              { target: 'resting' },
            ],
          },
        },
      },
    },
  },
})
