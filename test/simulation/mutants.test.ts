import { describe, expect, it } from 'vitest'
import { type Mutant, worldOf } from './mutants/mutant.ts'
import { mutants } from './mutants/mutants.ts'
import { databaseForTests, range } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'

const database = databaseForTests()

/** After a change of scenarios these seeds are searched for one that detects a mutant. */
const otherSeeds = range(1, 30)

describe('the invariant that a planted bug violates detects it', () => {
  it.each(Object.entries<Mutant>(mutants))('%s', async (_, mutant) => {
    const seed = await firstCatching(mutant)
    expect(seed, `no seed up to ${otherSeeds.length} violates ${mutant.violates}`).toBeDefined()
  })

  it('covers at least 53 bugs', () => {
    expect(Object.keys(mutants).length).toBeGreaterThanOrEqual(53)
  })
})

/**
 * Finds a seed that detects the mutant, starting with the one that last did. The simulation tests in this folder prove
 * that the checks hold without it.
 */
async function firstCatching(mutant: Mutant): Promise<number | undefined> {
  const { noticedBy, violates, isViolatedAlone } = mutant
  for (const seed of new Set([noticedBy, ...otherSeeds])) {
    const { violations } = await runSeed(database(), seed, worldOf(mutant))
    const isOnlyOne = violations.every(({ invariant }) => invariant === violates)
    if (violations.some(({ invariant }) => invariant === violates) && (isOnlyOne || !isViolatedAlone))
      return seed
  }
  return undefined
}
