import type { Client } from '#client/client.ts'
import type { ClientOptions } from '#client/client-options.ts'
import { createClient } from '#client/create-client.ts'
import { type ExtensionName, extensionNames } from '#schemas/wire/extensions.ts'
import type { Database } from '#server/store/database.ts'
import type { Ports } from '#streams/ports.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import type { Backend } from './backend.ts'
import type { NodeServices } from './nodes/simulated-node.ts'
import { createSimulatedNodes } from './nodes/simulated-nodes.ts'
import type { Recorder } from './recorder.ts'
import { watchBarriers } from './scenario/barriers.ts'
import type { CommandName } from './scenario/commands.ts'
import { contactCommandNames } from './scenario/contact-commands.ts'
import type { FaultName } from './scenario/faults.ts'
import { watchRemovals } from './scenario/group-members.ts'
import { guestCommandNames, namesWithoutGuests } from './scenario/guest-commands.ts'
import { stickerCommandNames } from './scenario/sticker-commands.ts'
import { createSeededRandom } from './seeded-random.ts'
import { SentMessages } from './sent-messages.ts'
import { createServerEnvironment } from './server-ports.ts'
import { createSimulatedBackend } from './simulated-backend.ts'
import type { SimulationDatabase } from './simulation-database.ts'
import { createTrace } from './trace.ts'
import { createVirtualTime } from './virtual-clock.ts'
import { createWorld, type World } from './world.ts'

export interface WorldOptions {
  /** Receives every line of the trace. */
  readonly show?: (line: string) => void
  /** Records every tab for the inspector. Changes nothing in the run. */
  readonly recorder?: Recorder
  /** Replaces the backend by a mutant, to prove that the checks detect it. */
  readonly breakBackend?: (backend: Backend, database: Database) => Backend
  /** The number of nodes of the backend. Undefined for a server process that has its database alone. */
  readonly nodeCount?: number | undefined
  /** Replaces dependencies of each node by a mutant. */
  readonly breakNode?: (services: NodeServices) => NodeServices
  /** Replaces a client by a mutant. */
  readonly breakClient?: (ports: Ports, create: (ports: Ports) => Client) => Client
  /** Inserts a mutant between a client and its ports. */
  readonly breakPorts?: (ports: Ports) => Ports
  /** Excluded commands. */
  readonly leftOut?: readonly CommandName[]
  /** Starts with two devices, as older seeds did. */
  readonly isSmall?: boolean
  /** Excluded faults. */
  readonly faultsLeftOut?: readonly FaultName[]
  /** Runs a third of the commands and faults, which is enough for most mutants. */
  readonly isShort?: boolean
}

const clientOptions: ClientOptions = {
  environment: {
    apiEndpoints: [],
    fileUploadEndpoints: [],
    websocketEndpoints: [],
    brand: { key: 'simulation' },
    env: 'test',
  },
  origin: 'https://chat.example',
  locale: 'en-US',
  deviceType: 'web',
  version: '0.0.0',
}

/**
 * In every other world logs fold events into the log snapshot while people chat. Messages stay, because the checks read a copy
 * offline.
 */
const retentionOf = (seed: number): Pick<ClientOptions, 'retention'> =>
  seed % 2 === 0 ? { retention: { times: { messages: 10 ** 12, events: 20_000 }, interval: 15_000 } } : {}

/**
 * In every sixth world people block and unfriend each other. Messages between them are then not owed, so the other worlds
 * have none of it.
 */
const hasQuarrels = (seed: number): boolean => seed % 6 === 0

/** In every eighteenth world people add and remove own stickers. The seeds of the other worlds are older. */
const hasStickers = (seed: number): boolean => seed % 18 === 9

/** In every sixth world a guest has an account on the device of another person. */
const hasGuest = (seed: number): boolean => seed % 6 === 5

/** Without the command that shares drafts the server has none, because the sharing of others would change older seeds. */
const extensionsOf = (leftOut: readonly CommandName[]): readonly ExtensionName[] =>
  leftOut.includes('shareDraft') ? extensionNames.filter((name) => name !== 'drafts') : extensionNames

/** Creates the world of one seed: the real server and real clients on a seeded network. */
export function createSeededWorld(database: SimulationDatabase, seed: number, options: WorldOptions): World {
  const { show, breakBackend = (backend) => backend, breakPorts = (ports) => ports } = options
  const { breakClient = (ports, create) => create(ports) } = options
  const { faultsLeftOut = [] } = options
  const isShared = hasGuest(seed) && !options.leftOut?.includes('signInGuest')
  const leftOut = [
    ...(options.leftOut ?? []),
    ...(hasQuarrels(seed) ? [] : contactCommandNames),
    ...(hasStickers(seed) ? [] : stickerCommandNames),
    ...(isShared ? namesWithoutGuests : guestCommandNames),
  ]
  let tasks = 0
  const time = createVirtualTime(() => tasks > 0 || nodes?.isWorking() === true)
  const trace = createTrace(time.now, show)
  const random = createSeededRandom(seed, 'world')
  const sent = new SentMessages(time.now)
  const environment = createServerEnvironment(database.database, time, random.split('server'), trace)
  const backendWorld = {
    ...{ time, trace, ports: { ...environment.ports, extensions: extensionsOf(leftOut) } },
    async holdTime<Value>(promise: Promise<Value>): Promise<Value> {
      tasks += 1
      try {
        return await promise
      } finally {
        tasks -= 1
      }
    },
  }
  const nodes =
    options.nodeCount === undefined
      ? undefined
      : createSimulatedNodes({
          ...{ ...backendWorld, database, count: options.nodeCount, random: random.split('nodes') },
          breakNode: options.breakNode ?? ((node) => node),
          isHealed: () => world.isHealed,
          struck: (kind) => world.occurrences.fault(kind),
        })
  const backend = nodes?.backend ?? createSimulatedBackend(backendWorld)
  const watch = (broken: Backend): Backend => {
    const watched = watchRemovals(broken, () => world)
    const isCalm = contactCommandNames.every((name) => leftOut.includes(name))
    return isCalm ? watched : watchBarriers(watched, () => world)
  }
  const world: World = createWorld({
    time,
    trace,
    random,
    database,
    sent,
    nodes,
    backend: watch(breakBackend(backend, database.truth)),
    serverFaults: environment.faults,
    leftOut,
    faultsLeftOut,
    isShort: options.isShort ?? false,
    codeOf: environment.codeOf,
    createDisk: createMemoryDisk,
    createClient: (given, tab): Client =>
      breakClient(breakPorts(sent.noting(given)), (ports) => {
        const observed = options.recorder?.observe(tab, ports, time) ?? { ports }
        return createClient(observed.ports, {
          ...clientOptions,
          ...retentionOf(seed),
          ...('inspect' in observed ? { inspect: observed.inspect } : {}),
        })
      }),
  })
  return world
}
