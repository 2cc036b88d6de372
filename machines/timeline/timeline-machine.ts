import { serverId } from '#schemas/ids.ts'
import { historyPage } from '#streams/inbound/fetch-older.ts'
import { timelineSetup } from './timeline-setup.ts'

/**
 * One open conversation: what is stored here first, filled up from the server when that is little [STORE-01 VIEW-38].
 *
 *   opening ─ read ─► checking ─ listed, or the server lists it ─► deciding
 *      │  ▲              │  │                                       ▲  │ │
 *      │  │ reload       │  │             enough: ready ◄───────────│──┘ │ fewer than 20 and older ones exist
 *      ▼  │              │  │                    └── older ──► loading ◄─┘
 *    failed ◄── failed ──┘  │ code 1                     page came ─┘ │ │ failed: ready, or failed with nothing to show
 *                           └──► unavailable ◄── code 11 or 21, or removed
 */
export const timelineMachine = timelineSetup.createMachine({
  id: 'timeline',
  context: ({ input }) => ({
    ...input,
    open: undefined,
    readUpToAtOpening: serverId(0),
    hasReachedStart: false,
    hasOlderFailed: false,
    step: historyPage,
  }),
  invoke: { src: 'removals', input: ({ context }) => context, onError: { target: '.failed' } },
  initial: 'opening',
  on: {
    'conversation.removed': {
      target: '.unavailable',
      actions: { type: 'tellRemoval', params: ({ event }) => event },
    },
  },
  states: {
    opening: {
      invoke: {
        src: 'open',
        input: ({ context }) => context,
        onDone: [
          {
            guard: 'isListed',
            target: 'deciding',
            actions: { type: 'takeOpen', params: ({ event }) => ({ open: event.output }) },
          },
          {
            target: 'checking',
            actions: { type: 'takeOpen', params: ({ event }) => ({ open: event.output }) },
          },
        ],
        onError: 'failed',
      },
    },
    /** What is in no list may be gone, or may not have been heard of yet. */
    checking: {
      invoke: {
        src: 'detail',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isThere', params: ({ event }) => event.output }, target: 'deciding' },
          { target: 'unavailable', actions: ['tellUnavailable', 'removeHere'] },
        ],
        onError: { target: 'failed', actions: 'noteFailure' },
      },
    },
    deciding: { always: [{ guard: 'needsMore', target: 'loading' }, { target: 'ready' }] },
    loading: {
      invoke: {
        src: 'loadOlder',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isUnavailable', params: ({ event }) => event.output },
            target: 'unavailable',
            actions: [{ type: 'tellRefusal', params: ({ event }) => event.output }, 'removeHere'],
          },
          { target: 'deciding', actions: { type: 'takePage', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'lacksEverything', target: 'failed', actions: 'noteFailure' },
          { target: 'ready', actions: 'noteFailure' },
        ],
      },
    },
    ready: {
      on: {
        'older.requested': { guard: 'hasOlder', target: 'loading', actions: ['forgetFailure', 'takeStep'] },
      },
    },
    failed: {
      on: {
        'reload.requested': [
          { guard: 'isUnopened', target: 'opening' },
          { guard: 'isListed', target: 'deciding', actions: 'forgetFailure' },
          { target: 'checking', actions: 'forgetFailure' },
        ],
        'older.requested': { guard: 'hasOlder', target: 'loading', actions: ['forgetFailure', 'takeStep'] },
      },
    },
    /** It is gone already: that it is also removed is no news. */
    unavailable: { on: { 'conversation.removed': {} } },
  },
})
