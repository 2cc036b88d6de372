import type { Client } from '#client/client.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Ports } from '#streams/ports.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import type { Backend } from './backend.ts'
import { createDevice } from './device.ts'
import { OccurrenceCounts } from './fault-counts.ts'
import { ToleranceCounts } from './invariants/tolerated.ts'
import type { SimulatedNodes } from './nodes/simulated-nodes.ts'
import { PersonDevice, type ReportedFault, type Tab } from './person-device.ts'
import { Barriers } from './scenario/barriers.ts'
import type { CommandName } from './scenario/commands.ts'
import type { FaultName } from './scenario/faults.ts'
import { Ledger } from './scenario/ledger.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SentMessages } from './sent-messages.ts'
import type { ServerFault } from './server-ports.ts'
import type { SimulationDatabase } from './simulation-database.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** A person with a phone number and some devices. */
export interface Person {
  readonly name: string
  readonly phone: string
  readonly password: string
  readonly personDevices: PersonDevice[]
  /** Known after sign-up. */
  userId: UserId | undefined
}

/** All people, devices and services of one seed. */
export interface World {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: SeededRandom
  readonly backend: Backend
  /** Present if the backend has several nodes. */
  readonly nodes?: SimulatedNodes | undefined
  /** The people with simulated devices. */
  readonly people: readonly Person[]
  /** A person without a simulated device: a friend of the others who writes and reads on other devices. */
  readonly outsidePerson: Person
  /** A person who signs in on the device of another one, and writes to the outside person. */
  readonly guest: Person
  readonly ledger: Ledger
  readonly barriers: Barriers
  /** Messages that clients sent to the backend, delivered or not. */
  readonly sent: SentMessages
  readonly occurrences: OccurrenceCounts
  readonly tolerated: ToleranceCounts
  /** Whether all faults have ended. A fault that was scheduled for later does nothing then. */
  isHealed: boolean
  /** Commands excluded from this world. */
  readonly leftOut: readonly CommandName[]
  /** Faults excluded from this world. */
  readonly faultsLeftOut: readonly FaultName[]
  /** Whether it runs a third of the commands and faults. */
  readonly isShort: boolean
  /** Faults that clients, and faults that the server, reported. */
  readonly reported: ReportedFault[]
  readonly serverFaults: readonly ServerFault[]
  readonly database: SimulationDatabase
  codeOf(phone: string): string | undefined
  /** Adds a device with an empty disk. */
  addPersonDevice(person: Person): PersonDevice
  /** Adds an unused offline device with a copy of another's disk, or of its logs only. */
  copyPersonDevice(personDevice: PersonDevice, part: 'everything' | 'logs'): PersonDevice
}

/** The parts that a test may replace by mutants. */
export interface WorldParts {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: SeededRandom
  readonly backend: Backend
  readonly nodes?: SimulatedNodes | undefined
  readonly database: SimulationDatabase
  readonly sent: SentMessages
  readonly serverFaults: readonly ServerFault[]
  readonly leftOut: readonly CommandName[]
  readonly faultsLeftOut: readonly FaultName[]
  readonly isShort: boolean
  codeOf(phone: string): string | undefined
  createDisk(): MemoryDisk
  createClient(ports: Ports, tab: string): Client
}

const day = 24 * 60 * 60 * 1000
export const telCode = '1'

export function createWorld(parts: WorldParts): World {
  const { time, trace, random, backend } = parts
  const reported: ReportedFault[] = []
  const occurrences = new OccurrenceCounts()
  const ledger = new Ledger(parts.sent, time.now, time.activeTime)
  const createPersonDevice = (name: string, disk: MemoryDisk): PersonDevice => {
    const own = random.split(name)
    const clockError = { skew: own.integer(-day, day), drift: own.integer(-200, 200) / 1_000_000 }
    const device = createDevice(name, time, own, disk, clockError)
    const reports = (fault: ReportedFault) => {
      reported.push(fault)
      if (fault.kind === 'sign-out cleanup') ledger.outboxNotPreserved(name)
    }
    const { createClient } = parts
    return new PersonDevice({
      time,
      trace,
      occurrences,
      backend,
      device,
      createClient,
      reported: reports,
      sendsAgain: (texts) => ledger.sentAgain(texts),
      diedUnsaved: (since) => ledger.diedUnsaved(name, since),
    })
  }
  const addPersonDevice = (person: Person): PersonDevice => {
    const personDevice = createPersonDevice(
      `${person.name}${person.personDevices.length + 1}`,
      parts.createDisk(),
    )
    person.personDevices.push(personDevice)
    return personDevice
  }
  const copyPersonDevice = ({ device }: PersonDevice, part: 'everything' | 'logs'): PersonDevice => {
    const personDevice = createPersonDevice(`${device.name}-${part}`, device.disk.copy(part))
    personDevice.device.change({ isOnline: false })
    return personDevice
  }
  const [ann, bob, cyd] = [createPerson('ann', 0), createPerson('bob', 1), createPerson('cyd', 2)]
  const people = [ann, bob]
  const world: World = {
    time,
    trace,
    random,
    backend,
    nodes: parts.nodes,
    people,
    outsidePerson: cyd,
    guest: createPerson('dan', 3),
    ledger,
    barriers: new Barriers(),
    sent: parts.sent,
    occurrences,
    tolerated: new ToleranceCounts(),
    isHealed: false,
    leftOut: parts.leftOut,
    faultsLeftOut: parts.faultsLeftOut,
    isShort: parts.isShort,
    reported,
    serverFaults: parts.serverFaults,
    database: parts.database,
    codeOf: parts.codeOf,
    addPersonDevice,
    copyPersonDevice,
  }
  for (const person of people) addPersonDevice(person)
  return world
}

const createPerson = (name: string, index: number): Person => ({
  name,
  phone: `202555010${index}`,
  password: `secret of ${name}`,
  personDevices: [],
  userId: undefined,
})

/** The open tabs of this person. */
export const tabsOf = (person: Person): readonly Tab[] =>
  person.personDevices.flatMap((personDevice) => personDevice.tabs())
