import type { Client } from '#client/client.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Ports } from '#streams/ports.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import type { Backend } from './backend.ts'
import { createDevice } from './device.ts'
import { Happenings } from './happenings.ts'
import type { CommandName } from './scenario/commands.ts'
import type { FaultName } from './scenario/faults.ts'
import { Ledger } from './scenario/ledger.ts'
import { type ReportedFault, Seat, type Tab } from './seat.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SentMessages } from './sent-messages.ts'
import type { SimulationDatabase } from './simulation-database.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** Somebody with a phone number and some devices. */
export interface Person {
  readonly name: string
  readonly phone: string
  readonly password: string
  readonly seats: Seat[]
  /** Known once signed up. */
  userId: UserId | undefined
}

/** Everybody and everything of one seed. */
export interface World {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: SeededRandom
  readonly backend: Backend
  /** Those with devices of ours. */
  readonly people: readonly Person[]
  /** Somebody with none: a friend of the others who writes and reads elsewhere. */
  readonly stranger: Person
  readonly ledger: Ledger
  /** What reached the backend, or set out to. */
  readonly sent: SentMessages
  readonly happenings: Happenings
  /** Commands that nobody gives in this world. */
  readonly leftOut: readonly CommandName[]
  /** Faults that strike nobody in this world. */
  readonly faultsLeftOut: readonly FaultName[]
  /** What clients, and what the server, reported as faults. */
  readonly reported: ReportedFault[]
  readonly serverFaults: readonly string[]
  readonly database: SimulationDatabase
  codeOf(phone: string): string | undefined
  /** Gives the person one more device, with an empty disk. */
  addSeat(person: Person): Seat
  /** A device with a copy of another's disk, or of its logs alone, that nobody uses; it is offline. */
  copySeat(seat: Seat, part: 'everything' | 'logs'): Seat
}

/** The parts that a test may replace by broken ones. */
export interface WorldParts {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: SeededRandom
  readonly backend: Backend
  readonly database: SimulationDatabase
  readonly sent: SentMessages
  readonly serverFaults: readonly string[]
  readonly leftOut: readonly CommandName[]
  readonly faultsLeftOut: readonly FaultName[]
  codeOf(phone: string): string | undefined
  createDisk(): MemoryDisk
  createClient(ports: Ports): Client
}

const day = 24 * 60 * 60 * 1000
export const telCode = '1'

export function createWorld(parts: WorldParts): World {
  const { time, trace, random, backend } = parts
  const reported: ReportedFault[] = []
  const happenings = new Happenings()
  const ledger = new Ledger()
  const createSeat = (name: string, disk: MemoryDisk): Seat => {
    const own = random.split(name)
    const clockError = { skew: own.integer(-day, day), drift: own.integer(-200, 200) / 1_000_000 }
    const device = createDevice(name, time, own, disk, clockError)
    const reports = (fault: ReportedFault) => reported.push(fault)
    const { createClient } = parts
    return new Seat({
      time,
      trace,
      happenings,
      backend,
      device,
      createClient,
      reported: reports,
      diedUnsaved: () => ledger.diedUnsaved(name),
    })
  }
  const addSeat = (person: Person): Seat => {
    const seat = createSeat(`${person.name}${person.seats.length + 1}`, parts.createDisk())
    person.seats.push(seat)
    return seat
  }
  const copySeat = ({ device }: Seat, part: 'everything' | 'logs'): Seat => {
    const seat = createSeat(`${device.name}-${part}`, device.disk.copy(part))
    seat.device.change({ isOnline: false })
    return seat
  }
  const [ann, bob, cyd] = [createPerson('ann', 0), createPerson('bob', 1), createPerson('cyd', 2)]
  const people = [ann, bob]
  const world: World = {
    time,
    trace,
    random,
    backend,
    people,
    stranger: cyd,
    ledger,
    sent: parts.sent,
    happenings,
    leftOut: parts.leftOut,
    faultsLeftOut: parts.faultsLeftOut,
    reported,
    serverFaults: parts.serverFaults,
    database: parts.database,
    codeOf: parts.codeOf,
    addSeat,
    copySeat,
  }
  for (const person of people) addSeat(person)
  return world
}

const createPerson = (name: string, index: number): Person => ({
  name,
  phone: `202555010${index}`,
  password: `secret of ${name}`,
  seats: [],
  userId: undefined,
})

/** Tabs of this person that run now. */
export const tabsOf = (person: Person): readonly Tab[] => person.seats.flatMap((seat) => seat.tabs())
