import { expect, it } from 'vitest'

interface Progress {
  readonly failures: Readonly<Record<string, readonly string[]>>
}
interface SimulationProgress {
  readProgress(file: string, code: string, from: number, mustRestart: boolean): Progress
  addResult(progress: Progress, result: object): void
  missingKinds(progress: Progress, kinds: readonly string[]): readonly string[]
  hasFailed(progress: Progress, kinds: readonly string[], leastOwedShare: number): boolean
}
// The script has no types; these are the parts that this test uses.
const script = (await import(
  new URL('../../../scripts/simulation-progress.mjs', import.meta.url).href
)) as SimulationProgress

const kinds = ['cut', 'crash']

/** A run of this number of seeds, in which the first kind strikes in each and the second in the named ones. */
function played(count: number, crashing: readonly number[], failing: readonly number[] = []) {
  const progress = script.readProgress('', 'code', 1, true)
  for (let seed = 1; seed <= count; seed++) {
    const faultCounts = { cut: 2, ...(crashing.includes(seed) ? { crash: 1 } : {}) }
    script.addResult(progress, { seed, differences: failing.includes(seed) ? ['differs'] : [], faultCounts })
  }
  return progress
}

it.each([
  ['passes when every kind struck in every hundred', 200, [7, 150], [], false],
  ['fails when a kind struck nowhere in a hundred', 200, [7], [], true],
  ['passes while the hundred is not whole', 99, [], [], false],
  ['fails with a seed that failed', 12, [1], [3], true],
] as const)('a run of the simulation %s', (_, count, crashing, failing, isFailed) => {
  expect(script.hasFailed(played(count, crashing, failing), kinds, 0.9)).toBe(isFailed)
})

it.each([
  ['fails when it demands too few of its messages', 100, 89, true],
  ['passes when it demands enough of its messages', 100, 90, false],
  ['passes while the hundred is not whole, whatever it demands', 99, 89, false],
] as const)('a run of the simulation %s', (_, count, owed, isFailed) => {
  const progress = script.readProgress('', 'code', 1, true)
  for (let seed = 1; seed <= count; seed++)
    script.addResult(progress, { seed, differences: [], messages: { sent: 100, owed } })
  expect(script.hasFailed(progress, [], 0.9)).toBe(isFailed)
})
