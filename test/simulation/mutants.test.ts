import { describe, expect, it } from 'vitest'
import { type Mutant, mutants } from './mutants/mutants.ts'
import { databaseForTests, range } from './play-seeds.ts'
import { runSeed, type SeedResult } from './run-seed.ts'

const database = databaseForTests()

describe('the simulation detects within 200 seeds', () => {
  it.each(Object.entries<Mutant>(mutants))('%s', async (_, mutant) => {
    expect((await firstCaught(mutant)).violations).not.toEqual([])
  })
})

/**
 * Finds a seed that detects the mutant, starting with the one that last did. The simulation tests in this folder prove
 * that the checks hold without it.
 */
async function firstCaught({ options, noticedBy }: Mutant): Promise<SeedResult> {
  for (const seed of new Set([noticedBy, ...range(1, 200)])) {
    const result = await runSeed(database(), seed, options)
    if (result.violations.length > 0) return result
  }
  throw new Error('nothing was noticed')
}
