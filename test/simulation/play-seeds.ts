import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counts, type FaultKind, missingKinds } from './fault-counts.ts'
import { describeViolation } from './invariants/invariant.ts'
import { leastOwedShare, type MessageCounts, owedShare } from './invariants/tolerated.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { openSimulationDatabase, type SimulationDatabase } from './simulation-database.ts'

/** Opens the database of a test file, whose tests run one after the other. */
export function databaseForTests(): () => SimulationDatabase {
  let database: SimulationDatabase | undefined
  beforeAll(async () => {
    database = await openSimulationDatabase()
  }, 120_000)
  afterAll(async () => database?.close())
  return () => {
    if (!database) throw new Error('the database is not open')
    return database
  }
}

/** Describes a failing seed: how to replay it (with these `options`), what broke, and the last trace lines. */
export const describeFailure = ({ seed, violations, lastLines }: SeedResult, options = ''): string =>
  [
    `seed ${seed} failed; replay it with: npm run simulate -- ${options}--seed ${seed}`,
    ...violations.map(describeViolation),
    ...lastLines.map((line) => line.slice(0, 400)),
  ].join('\n')

/** Plays the seeds as one test each. Together they must meet every kind of fault and demand most messages. */
export function playSeeds(title: string, seeds: readonly number[]): void {
  const database = databaseForTests()
  const faultCounts: Counts<FaultKind>[] = []
  const messages: MessageCounts[] = []
  describe(title, () => {
    it.each(seeds)('seed %i', async (seed) => {
      const result = await runSeed(database(), seed)
      faultCounts.push(result.faultCounts)
      messages.push(result.messages)
      if (result.violations.length > 0) throw new Error(describeFailure(result))
      expect(result.commands).toBeGreaterThanOrEqual(60)
      expect(result.faults).toBeGreaterThanOrEqual(10)
    })

    it('met every kind of fault', () => {
      expect(missingKinds(faultCounts)).toEqual([])
    })

    it('demanded that nearly every sent message arrives exactly once', () => {
      expect(owedShare(messages)).toBeGreaterThanOrEqual(leastOwedShare)
    })
  })
}

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
