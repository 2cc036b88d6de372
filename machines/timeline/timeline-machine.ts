import { serverId } from '#schemas/ids.ts'
import { timelineSetup } from './timeline-setup.ts'

/**
 * One open conversation: what is stored here first, filled up from the server when that is little [STORE-01 VIEW-38].
 *
 *   opening ── read ──► deciding ── fewer than 20 and older ones exist ──► loading
 *      │  ▲                ▲  └──────────── enough ──────► ready ─ older ──►  │
 *      │  │ reload         └────────────── a page came ───────────────────────┤
 *      ▼  │                                                   failed: ready ──┤
 *    failed ◄──────────────────────────── failed, and nothing to show ────────┤
 *                        unavailable ◄─── code 11 or 21, or removed ──────────┘
 */
export const timelineMachine = timelineSetup.createMachine({
  id: 'timeline',
  context: ({ input }) => ({
    ...input,
    open: undefined,
    readUpToAtOpening: serverId(0),
    hasReachedStart: false,
    hasOlderFailed: false,
  }),
  invoke: { src: 'removals', input: ({ context }) => context, onError: { target: '.failed' } },
  initial: 'opening',
  on: { 'conversation.removed': '.unavailable' },
  states: {
    opening: {
      invoke: {
        src: 'open',
        input: ({ context }) => context,
        onDone: {
          target: 'deciding',
          actions: { type: 'takeOpen', params: ({ event }) => ({ open: event.output }) },
        },
        onError: 'failed',
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
            actions: { type: 'remove', params: ({ event }) => event.output },
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
      on: { 'older.requested': { guard: 'hasOlder', target: 'loading', actions: 'forgetFailure' } },
    },
    failed: {
      on: {
        'reload.requested': [
          { guard: 'isUnopened', target: 'opening' },
          { target: 'deciding', actions: 'forgetFailure' },
        ],
        'older.requested': { guard: 'hasOlder', target: 'loading', actions: 'forgetFailure' },
      },
    },
    unavailable: {},
  },
})
