import type { World } from '../world.ts'
import type { Differences } from './difference.ts'

/** Causes of what clients may report: what the scenario broke on purpose. */
const expectedCauses: readonly RegExp[] = [/DiskFailure/, /CallFailed: network/]

/** Nobody reports a fault that nobody caused. */
export const checkFaults = (world: World): Differences => [
  ...world.serverFaults
    .filter((fault) => !fault.includes('the database is failing'))
    .map((fault) => `the server reports ${fault}`),
  ...world.reported
    .filter(({ detail }) => !expectedCauses.some((expected) => expected.test(detail)))
    .map(({ tab, kind, detail }) => `${tab} reports ${kind}: ${detail}`),
]
