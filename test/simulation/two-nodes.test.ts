import { describe, expect, it } from 'vitest'
import { type Counts, type FaultKind, missingKinds, nodeFaultKinds } from './fault-counts.ts'
import { databaseForTests, describeFailure, range } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'

const database = databaseForTests()

describe('clients and two nodes on one database agree after every fault [LIFE-18 LIFE-20 LIFE-23]', () => {
  const faultCounts: Counts<FaultKind>[] = []

  it.each(range(4, 6))('seed %i', async (seed) => {
    const result = await runSeed(database(), seed, { nodeCount: 2 })
    faultCounts.push(result.faultCounts)
    if (result.violations.length > 0) throw new Error(describeFailure(result, '--nodes 2 '))
  })

  it('every kind of fault of nodes struck in these seeds', () => {
    expect(missingKinds(faultCounts, nodeFaultKinds)).toEqual([])
  })
})
