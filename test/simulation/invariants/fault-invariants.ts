import type { World } from '../world.ts'
import type { Differences } from './difference.ts'

/** Kinds that clients may report: what the scenario broke on purpose. */
const expectedKinds: readonly RegExp[] = []

/** Nobody reports a fault that nobody caused. */
export const checkFaults = (world: World): Differences => [
  ...world.serverFaults
    .filter((fault) => !fault.includes('the database is failing'))
    .map((fault) => `the server reports ${fault}`),
  ...world.reported
    .filter(({ kind }) => !expectedKinds.some((expected) => expected.test(kind)))
    .map(({ tab, kind, detail }) => `${tab} reports ${kind}: ${detail}`),
]
