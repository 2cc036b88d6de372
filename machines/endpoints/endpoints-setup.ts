import { assign, fromCallback, fromPromise, setup } from 'xstate'
import {
  type EndpointFailure,
  endpointError,
  endpointKinds,
  endpointSelectionInterval,
  failedDynamicStream,
  intervalsPerEnvironmentLoad,
  lacksEndpoints,
  noDynamicConfig,
  selectionRetry,
} from '#domain/connection/endpoints.ts'
import { watchVisibility } from '#machines/actor-logic.ts'
import type { DynamicEndpoints } from '#schemas/env/dynamic-endpoints.ts'
import type { DynamicEndpointSource } from '#schemas/env/environment.ts'
import type { EndpointSelection } from '#streams/endpoints/endpoint-selection.ts'
import {
  type DynamicSourceServices,
  loadDynamicEndpoints,
} from '#streams/endpoints/load-dynamic-endpoints.ts'
import {
  defaultEndpoints,
  type EndpointSettings,
  type Endpoints,
  namedEndpoints,
  replaceDefaults,
} from '#streams/http/endpoints.ts'
import type { VisibilityPort } from '#streams/ports.ts'

/** The endpoint settings of the environment, which may change while the app runs [ENDP-04]. */
export interface EndpointEnvironment extends EndpointSettings {
  readonly dynamicEndpoints: readonly DynamicEndpointSource[]
}

export interface EndpointServices extends DynamicSourceServices {
  readonly endpoints: Endpoints
  readonly selection: EndpointSelection
  readonly visibility: VisibilityPort
  /** The page's origin. */
  readonly origin: string
  readonly environment: EndpointEnvironment
  /** Loads the environment config again; absent on platforms without one. */
  readonly loadEnvironment: (() => Promise<EndpointEnvironment>) | undefined
}

export interface EndpointsContext {
  readonly environment: EndpointEnvironment
  /** The number of ticks so far. */
  readonly ticks: number
  readonly failure: EndpointFailure | undefined
}

export type EndpointsEvent =
  | { readonly type: 'endpoints.tick' }
  | { readonly type: 'visibility.changed' }
  /** All candidates of a kind have failed. */
  | { readonly type: 'endpoints.exhausted' }
  | { readonly type: 'environment.changed' }

const sourcesOf = ({ environment }: EndpointsContext) => environment.dynamicEndpoints
const kindsToSelect = ({ selection }: EndpointServices, context: EndpointsContext) =>
  selection.selectable(sourcesOf(context).length > 0)

/** Selects endpoints of all kinds in parallel. Resolves with whether each kind has one that works. */
async function selectAll(
  services: EndpointServices,
  context: EndpointsContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { selection } = services
  const found = await Promise.all(
    kindsToSelect(services, context).map((kind) => selection.select(kind, signal)),
  )
  return found.every((isReachable) => isReachable)
}

/** The named actors, actions and guards of the endpoints machine. */
export const createEndpointsSetup = (services: EndpointServices) =>
  setup({
    types: {
      context: {} as EndpointsContext,
      events: {} as EndpointsEvent,
    },
    actors: {
      connectivity: watchVisibility(services.visibility),
      exhaustion: fromCallback<EndpointsEvent>(({ sendBack }) => {
        const ends = endpointKinds.map((kind) =>
          services.endpoints[kind].onExhausted(() => sendBack({ type: 'endpoints.exhausted' })),
        )
        return () => {
          for (const end of ends) end()
        }
      }),
      selectAll: fromPromise<boolean, EndpointsContext>(({ input, signal }) =>
        selectAll(services, input, signal),
      ),
      loadSources: fromPromise<DynamicEndpoints, EndpointsContext>(({ input, signal }) =>
        loadDynamicEndpoints(services, sourcesOf(input), signal),
      ),
      loadEnvironment: fromPromise<EndpointEnvironment | undefined>(async () => services.loadEnvironment?.()),
    },
    actions: {
      countTick: assign({ ticks: ({ context }) => context.ticks + 1 }),
      setEnvironment: assign((_, { environment }: { environment: EndpointEnvironment | undefined }) => {
        if (!environment) return {}
        const { endpoints, origin } = services
        replaceDefaults(endpoints, defaultEndpoints(environment, origin))
        return { environment }
      }),
      reportEnvironment: (_, { error }: { error: unknown }) =>
        services.report.fault({
          kind: endpointError.badEnvironment,
          detail: 'the environment could not be reloaded',
          cause: error,
        }),
      setBackups: (_, { found }: { found: DynamicEndpoints }) => {
        for (const kind of endpointKinds) services.endpoints[kind].setBackups(found[kind])
      },
      reportRaces: () => services.selection.reportRaces(),
      setNoSource: assign({ failure: noDynamicConfig }),
      setStreamFailure: assign({ failure: failedDynamicStream }),
      reportFailure: ({ context: { failure } }, { cause }: { cause?: unknown }) => {
        if (failure)
          services.report.fault({ kind: failure.name, detail: 'endpoints are missing for good', cause })
      },
    },
    guards: {
      lacksEndpoints: ({ context: { environment } }) =>
        lacksEndpoints(namedEndpoints(environment), environment.dynamicEndpoints.length),
      maySelect: ({ context }) => isAwake(services) && kindsToSelect(services, context).length > 0,
      hasFound: (_, hasFound: boolean) => hasFound,
      hasSources: ({ context }) => sourcesOf(context).length > 0,
      /** True on every third tick (DEC-121). The state prevents two concurrent loads. */
      isEnvironmentDue: ({ context }) =>
        isAwake(services) && context.ticks % intervalsPerEnvironmentLoad === 0,
    },
    delays: { endpointSelectionInterval, selectionRetry },
  })

const isAwake = ({ visibility }: EndpointServices): boolean => visibility.isVisible() && visibility.isOnline()
