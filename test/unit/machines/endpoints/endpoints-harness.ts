import { createActor, fromPromise } from 'xstate'
import type { FileDomainHealth } from '#domain/connection/endpoints.ts'
import { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointEnvironment, EndpointsContext } from '#machines/endpoints/endpoints-setup.ts'
import type { DynamicEndpoints } from '#schemas/env/dynamic-endpoints.ts'
import { createEndpointSelection } from '#streams/endpoints/endpoint-selection.ts'
import { createEndpoints } from '#streams/http/endpoints.ts'
import {
  createEndpointNetwork,
  healthyFiles,
  versionAnswer,
} from '#test/unit/streams/endpoints/endpoint-network.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { createTestEnvironment } from '../test-environment.ts'

export const apis = ['https://one.example', 'https://two.example'] as const
const none: EndpointEnvironment = {
  apiEndpoints: [],
  fileEndpoints: [],
  fileUploadEndpoints: [],
  websocketEndpoints: [],
  dynamicEndpoints: [],
}
/** An environment with all kinds; only the API has two endpoints. */
export const twoApis: EndpointEnvironment = {
  ...none,
  apiEndpoints: [...apis],
  fileEndpoints: ['https://files.example'],
  fileUploadEndpoints: ['https://upload.example'],
  websocketEndpoints: ['wss://socket.example/socket'],
}
export const sourceUrl = 'https://source.example/endpoints.json'
/** An environment with a dynamic source only. */
export const sourceAlone: EndpointEnvironment = {
  ...none,
  dynamicEndpoints: [{ type: 'json', source: sourceUrl }],
}
/** The lists of the dynamic source: one endpoint of each kind. */
export const told = {
  API_ENDPOINTS: ['https://backup.example'],
  FILE_ENDPOINTS: ['https://backup-files.example'],
  FILEUPLOAD_ENDPOINTS: ['https://backup-upload.example'],
  WEBSOCKET_ENDPOINTS: ['wss://backup.example/socket'],
}

interface HarnessOptions {
  readonly environment?: Partial<EndpointEnvironment>
  /** The result of reloading the environment, or its failure. */
  readonly load?: () => Promise<EndpointEnvironment>
  /** Replaces the dynamic-endpoint stream. */
  readonly loadSources?: () => Promise<DynamicEndpoints>
  prepare?(network: ReturnType<typeof createEndpointNetwork>): void
}

/** The endpoints machine with a simulated network. */
export async function startEndpoints(options: HarnessOptions = {}) {
  const clock = new SimulatedClock()
  const network = createEndpointNetwork()
  options.prepare?.(network)
  const testEnvironment = createTestEnvironment()
  const environment = { ...none, ...options.environment }
  const endpoints = createEndpoints(environment, 'https://own.example')
  const faults: { kind: string; detail: string }[] = []
  const report = { fault: (fault: { kind: string; detail: string }) => void faults.push(fault) }
  const looks: [string, FileDomainHealth][] = []
  const parts = { http: network.http, socket: network.socket, clock, report, endpoints }
  const { loadSources } = options
  const machine = createEndpointsMachine({
    ...parts,
    selection: createEndpointSelection({ ...parts, onProbed: (...look) => void looks.push(look) }),
    crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
    secret: 'secret',
    visibility: testEnvironment,
    origin: 'https://own.example',
    environment,
    loadEnvironment: options.load,
  })
  const provided = loadSources
    ? machine.provide({
        actors: { loadSources: fromPromise<DynamicEndpoints, EndpointsContext>(loadSources) },
      })
    : machine
  const actor = createActor(provided, { clock })
  actor.start()
  await clock.advance(0)
  return {
    ...network,
    actor,
    clock,
    endpoints,
    faults,
    looks,
    testEnvironment,
    kindsOfFaults: () => faults.map(({ kind }) => kind),
    selection: () => actor.getSnapshot().value.selection,
    failure: () => actor.getSnapshot().context.failure,
  }
}

export const healthyApi = (network: ReturnType<typeof createEndpointNetwork>, ...origins: string[]): void => {
  for (const origin of origins) network.answer(`${origin}/GetVersion`, versionAnswer)
}

/** Makes the source and all of its endpoints work. */
export function healthyBackups(network: ReturnType<typeof createEndpointNetwork>): void {
  network.answer(sourceUrl, { status: 200, text: JSON.stringify(told) })
  healthyApi(network, 'https://backup.example', 'https://backup-upload.example')
  network.answer('https://backup-files.example/Health.txt', healthyFiles)
  network.greet('wss://backup.example/socket', { Cmd: 'Connected', Time: 1 })
}
