import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'

/** The server's error when the scenario makes its database fail. */
const databaseFailure = 'the database is failing'
/** Causes that clients may report because the scenario injected them. */
const expectedCauses = (world: World): readonly RegExp[] => [
  /DiskFailure/,
  /StorageError: the storage is faulty: (?:quota-exceeded|connection-lost|unknown)/,
  /CallFailed: network/,
  ...(world.ledger.endedOn.size > 0 ? [/^code 2/] : []),
  ...(world.serverFaults.some((fault) => fault.includes(databaseFailure)) ? [/CallFailed: rejected/] : []),
]

const givenUp = /StorageError: the storage is faulty: unanswered/

/** A transaction interrupted by sleep is aborted on wake-up, because the clock continued. */
const isOfSleeper = (world: World, { tab, detail }: World['reported'][number]): boolean => {
  const devices = world.people.flatMap(({ personDevices }) => personDevices.map(({ device }) => device))
  const device = devices.find(({ name }) => tab.startsWith(`${name}.`))
  return givenUp.test(detail) && device?.hasSleptOverDiskWork() === true
}

/** Checks that clients and server report only injected faults. */
export const checkFaults = (world: World): Violations => [
  ...violationsOf(
    'server-fault',
    world.serverFaults
      .filter((fault) => !fault.includes(databaseFailure))
      .map((fault) => `the server reports ${fault}`),
  ),
  ...violationsOf(
    'client-fault',
    world.reported
      .filter((fault) => !isOfSleeper(world, fault))
      .filter(({ detail }) => !expectedCauses(world).some((expected) => expected.test(detail)))
      .map(({ tab, kind, detail }) => `${tab} reports ${kind}: ${detail}`),
  ),
]
