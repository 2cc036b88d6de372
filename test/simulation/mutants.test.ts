import { describe, expect, it } from 'vitest'
import type { Violations } from './invariants/invariant.ts'
import { type Mutant, worldOf } from './mutants/mutant.ts'
import { mutantLists, mutants } from './mutants/mutants.ts'
import { databaseForTests, range } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'

const database = databaseForTests()

/** After a change of scenarios these seeds are searched for one that detects a mutant. */
const otherSeeds = range(1, 30)

describe('the invariant that a planted bug violates detects it', () => {
  it.each(Object.entries<Mutant>(mutants))('%s', async (_, mutant) => {
    const seed = await firstCatching(mutant)
    if (seed === undefined) throw new Error(`no seed up to ${otherSeeds.length} violates ${mutant.violates}`)
    expect(await violationsWithout(mutant, seed), `seed ${seed} fails without the bug`).toEqual([])
  })

  it('has a name of its own', () => {
    const names = mutantLists.flatMap((list) => Object.keys(list))
    expect(names).toEqual([...new Set(names)])
  })

  it('covers at least 70 bugs', () => {
    expect(Object.keys(mutants).length).toBeGreaterThanOrEqual(70)
  })
})

/** Finds a seed that detects the mutant, starting with the one that last did. */
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

/** The violations of healthy worlds. Many mutants share one. */
const healthyWorlds = new Map<string, Promise<Violations>>()

/** Returns what the same world and seed violate without the planted bug. */
function violationsWithout(mutant: Mutant, seed: number): Promise<Violations> {
  const { breakBackend: _backend, breakNode: _node, ...others } = worldOf(mutant)
  const { breakClient: _client, breakPorts: _ports, ...healthy } = others
  const name = JSON.stringify([seed, healthy])
  const known =
    healthyWorlds.get(name) ?? runSeed(database(), seed, healthy).then((result) => result.violations)
  healthyWorlds.set(name, known)
  return known
}
