import type { World } from '../world.ts'
import type { Differences } from './difference.ts'

/** What the server says when the scenario let its database fail. */
const databaseFailure = 'the database is failing'
/** Causes of what clients may report: what the scenario broke on purpose. */
const expectedCauses = (world: World): readonly RegExp[] => [
  /DiskFailure/,
  /StorageError: the storage is faulty: (?:quota-exceeded|connection-lost|unknown)/,
  /CallFailed: network/,
  ...(world.ledger.endedOn.size > 0 ? [/^code 2/] : []),
  ...(world.serverFaults.some((fault) => fault.includes(databaseFailure)) ? [/CallFailed: refused/] : []),
]

/** Nobody reports a fault that nobody caused. */
export const checkFaults = (world: World): Differences => [
  ...world.serverFaults
    .filter((fault) => !fault.includes(databaseFailure))
    .map((fault) => `the server reports ${fault}`),
  ...world.reported
    .filter(({ detail }) => !expectedCauses(world).some((expected) => expected.test(detail)))
    .map(({ tab, kind, detail }) => `${tab} reports ${kind}: ${detail}`),
]
