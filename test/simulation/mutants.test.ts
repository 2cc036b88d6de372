import { describe, expect, it } from 'vitest'
import { type Mutant, mutants } from './mutants/mutants.ts'
import { databaseForTests, range } from './play-seeds.ts'
import { runSeed, type SeedResult } from './run-seed.ts'

const database = databaseForTests()

describe('the checks can fail: within 200 seeds they notice', () => {
  it.each(Object.entries<Mutant>(mutants))('%s', async (_, mutant) => {
    expect((await firstCaught(mutant)).differences).not.toEqual([])
  })
})

/**
 * A seed in whose world the mutant is noticed, the one that last noticed it first; that all of them hold without it is proved
 * beside this file.
 */
async function firstCaught({ options, noticedBy }: Mutant): Promise<SeedResult> {
  for (const seed of new Set([noticedBy, ...range(1, 200)])) {
    const result = await runSeed(database(), seed, options)
    if (result.differences.length > 0) return result
  }
  throw new Error('nothing was noticed')
}
