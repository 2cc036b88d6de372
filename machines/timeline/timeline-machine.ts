import { serverId } from '#schemas/ids.ts'
import { historyPage } from '#streams/inbound/fetch-history.ts'
import { createTimelineSetup, type TimelineInput } from './timeline-setup.ts'

/**
 * One open conversation: what is stored here first, filled up from the server when that is little [STORE-01 VIEW-38].
 * It shows the newest contiguous range, or a detached window around what was sought far back [ROUTE-26]; which one is the
 * window's affair.
 *
 *   opening ─ read ─► checking ─ listed, or the server lists it ─► deciding ◄───────── latest ─────────┐
 *      │  ▲              │  │                                      ▲  │  │                             │
 *      │  │ reload       │  │        enough, or nothing more ──────│──┘  │ fewer than 20, older exist  │
 *      ▼  │              │  │                 ▼                    │     ▼                             │
 *    failed ◄── failed ──┘  │ code 1        ready ── older ────────│─► loading ── seek ──┐             │
 *                           │               │  │                   │                     ▼             │
 *                           │               │  └───── newer ───────│─► loadingNewer ── seek ──► seeking
 *                           │               └──── seek ────────────│──────────────────────────►   │
 *                           │                                      └── page came, shown, gone ───┘
 *                           └──► unavailable ◄── code 11 or 21, or removed
 *
 *   A page that failed leads to ready, or to failed with nothing to show; a search that failed to ready.
 */
export const createTimelineMachine = (conversation: TimelineInput) =>
  createTimelineSetup(conversation).createMachine({
    id: 'timeline',
    context: {
      open: undefined,
      readUpToAtOpening: serverId(0),
      startsAt: undefined,
      hasOlderFailed: false,
      hasNewerFailed: false,
      step: historyPage,
      seeking: undefined,
    },
    invoke: { src: 'removals', onError: { target: '.failed' } },
    initial: 'opening',
    on: {
      'conversation.removed': {
        target: '.unavailable',
        actions: { type: 'notifyRemoval', params: ({ event }) => event },
      },
      'seek.requested': {
        guard: 'isOpened',
        target: '.seeking',
        actions: { type: 'startSeeking', params: ({ event }) => event },
      },
      'newest.requested': {
        guard: 'hasNewer',
        target: '.deciding',
        actions: ['showNewest', 'clearSeeking', 'clearFailure'],
      },
    },
    states: {
      opening: {
        invoke: {
          src: 'open',
          onDone: [
            {
              guard: 'isListed',
              target: 'deciding',
              actions: { type: 'setTimeline', params: ({ event }) => ({ open: event.output }) },
            },
            {
              target: 'checking',
              actions: { type: 'setTimeline', params: ({ event }) => ({ open: event.output }) },
            },
          ],
          onError: 'failed',
        },
      },
      /** A conversation that is in no list is gone or not known yet. */
      checking: {
        on: { 'seek.requested': {}, 'newest.requested': {} },
        invoke: {
          src: 'detail',
          onDone: [
            { guard: { type: 'exists', params: ({ event }) => event.output }, target: 'deciding' },
            { target: 'unavailable', actions: ['notifyUnavailable', 'removeHere'] },
          ],
          onError: { target: 'failed', actions: 'setOlderFailure' },
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
              actions: [{ type: 'notifyRejection', params: ({ event }) => event.output }, 'removeHere'],
            },
            { target: 'deciding', actions: { type: 'setPage', params: ({ event }) => event.output } },
          ],
          onError: [
            { guard: 'lacksEverything', target: 'failed', actions: 'setOlderFailure' },
            { target: 'ready', actions: 'setOlderFailure' },
          ],
        },
      },
      loadingNewer: {
        invoke: {
          src: 'loadNewer',
          input: ({ context }) => context,
          onDone: [
            {
              guard: { type: 'isUnavailable', params: ({ event }) => event.output },
              target: 'unavailable',
              actions: [{ type: 'notifyRejection', params: ({ event }) => event.output }, 'removeHere'],
            },
            { target: 'deciding' },
          ],
          onError: { target: 'ready', actions: 'setNewerFailure' },
        },
      },
      seeking: {
        invoke: {
          src: 'seek',
          input: ({ context }) => context,
          onDone: [
            {
              guard: { type: 'isUnavailable', params: ({ event }) => event.output },
              target: 'unavailable',
              actions: [{ type: 'notifyRejection', params: ({ event }) => event.output }, 'removeHere'],
            },
            { target: 'deciding', actions: { type: 'endSeeking', params: ({ event }) => event.output } },
          ],
          onError: { target: 'ready', actions: 'failSeeking' },
        },
        on: {
          'seek.cancelled': { target: 'deciding', actions: 'clearSeeking' },
        },
      },
      ready: {
        on: {
          'older.requested': { guard: 'hasOlder', target: 'loading', actions: ['clearFailure', 'takeStep'] },
          'newer.requested': { guard: 'hasNewer', target: 'loadingNewer', actions: 'clearFailure' },
        },
      },
      failed: {
        on: {
          'reload.requested': [
            { guard: 'isUnopened', target: 'opening' },
            { guard: 'isListed', target: 'deciding', actions: 'clearFailure' },
            { target: 'checking', actions: 'clearFailure' },
          ],
          'older.requested': [
            { guard: 'isUnopened', target: 'opening' },
            { guard: 'hasOlder', target: 'loading', actions: ['clearFailure', 'takeStep'] },
          ],
        },
      },
      /** Already gone, so that its removal is no news. */
      unavailable: { on: { 'conversation.removed': {}, 'seek.requested': {}, 'newest.requested': {} } },
    },
  })
