import { raise } from 'xstate'
import { createEndpointsSetup, type EndpointServices } from './endpoints-setup.ts'

/** A running selection is not restarted. The request is only reported. */
const whileSelecting = {
  'endpoints.tick': { actions: 'reportRaces' },
  'visibility.changed': { actions: 'reportRaces' },
} as const

/**
 * Keeps an endpoint in use that works, for each kind [ENDP-01]. Three things go on side by side.
 *
 *   ticking       every 5 min: tick
 *
 *   environment   idle ── every third tick ──► loading ──► idle: default endpoints and sources may be new
 *
 *   selection     deciding ── named in part, and no source to learn the rest from ──► failed (code 2)
 *                    │ 30 s           ▲
 *                    ▼                └──────────────────────────── barren ◄──────────────┐
 *                  idle ── tick, seen or online again, ──► selecting ── none works ───────┤ no sources
 *                    ▲     all dropped, new environment        │                          ▼ sources
 *                    │                                         │                   loadingSources ──► failed
 *                    └───────── each kind has one ◄────────────┴── selectingBackups ◄─────┘
 *
 * Where there is nothing to choose, nothing is asked: the one endpoint of a self-hosted server is used as it is.
 */
export const createEndpointsMachine = (services: EndpointServices) =>
  createEndpointsSetup(services).createMachine({
    id: 'endpoints',
    context: () => ({ environment: services.environment, ticks: 0, failure: undefined }),
    invoke: [
      {
        src: 'connectivity',
        onError: { target: '.selection.failed', actions: 'setStreamFailure' },
      },
      {
        src: 'exhaustion',
        onError: { target: '.selection.failed', actions: 'setStreamFailure' },
      },
    ],
    type: 'parallel',
    states: {
      ticking: {
        initial: 'waiting',
        states: {
          waiting: {
            after: {
              endpointSelectionInterval: {
                target: 'waiting',
                reenter: true,
                actions: ['countTick', raise({ type: 'endpoints.tick' })],
              },
            },
          },
        },
      },
      environment: {
        initial: 'idle',
        states: {
          idle: { on: { 'endpoints.tick': { guard: 'isEnvironmentDue', target: 'loading' } } },
          loading: {
            invoke: {
              src: 'loadEnvironment',
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'setEnvironment', params: ({ event }) => ({ environment: event.output }) },
                  raise({ type: 'environment.changed' }),
                ],
              },
              onError: {
                target: 'idle',
                actions: { type: 'reportEnvironment', params: ({ event }) => event },
              },
            },
          },
        },
      },
      selection: {
        initial: 'deciding',
        states: {
          deciding: {
            always: [
              {
                guard: 'lacksEndpoints',
                target: 'failed',
                actions: ['setNoSource', { type: 'reportFailure', params: {} }],
              },
              { guard: 'maySelect', target: 'selecting' },
              { target: 'idle' },
            ],
          },
          idle: {
            on: {
              'endpoints.tick': { guard: 'maySelect', target: 'selecting' },
              'visibility.changed': { guard: 'maySelect', target: 'selecting' },
              'endpoints.exhausted': { guard: 'maySelect', target: 'selecting' },
              'environment.changed': 'deciding',
            },
          },
          /** Selects among the known endpoints, defaults first [ENDP-02]. */
          selecting: {
            on: whileSelecting,
            invoke: {
              src: 'selectAll',
              input: ({ context }) => context,
              onDone: [
                { guard: { type: 'hasFound', params: ({ event }) => event.output }, target: 'idle' },
                { guard: 'hasSources', target: 'loadingSources' },
                { target: 'barren' },
              ],
              onError: 'barren',
            },
          },
          /** Loads the dynamic sources, only when a kind of endpoint has none left that works [ENDP-05]. */
          loadingSources: {
            invoke: {
              src: 'loadSources',
              input: ({ context }) => context,
              onDone: {
                target: 'selectingBackups',
                actions: { type: 'setBackups', params: ({ event }) => ({ found: event.output }) },
              },
              onError: {
                target: 'failed',
                actions: [
                  'setStreamFailure',
                  { type: 'reportFailure', params: ({ event }) => ({ cause: event.error }) },
                ],
              },
            },
          },
          selectingBackups: {
            on: whileSelecting,
            invoke: {
              src: 'selectAll',
              input: ({ context }) => context,
              onDone: [
                { guard: { type: 'hasFound', params: ({ event }) => event.output }, target: 'idle' },
                { target: 'barren' },
              ],
              onError: 'barren',
            },
          },
          /** No endpoint works. Callers keep trying the known ones. */
          barren: {
            on: { 'visibility.changed': { guard: 'maySelect', target: 'selecting' } },
            after: { selectionRetry: 'deciding' },
          },
          /** Final: the user sees the failure (DEC-75) [ENDP-19 ENDP-21]. */
          failed: {},
        },
      },
    },
  })
