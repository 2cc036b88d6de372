import type { InspectionRecording } from '#schemas/cross-tab/inspection.ts'
import type { WorldOptions } from './create-seeded-world.ts'
import { faultKinds, nodeFaultKinds } from './fault-counts.ts'
import { describeViolation, violationsOf } from './invariants/invariant.ts'
import { leastOwedShare } from './invariants/tolerated.ts'
import { type Mutant, worldOf } from './mutants/mutant.ts'
import { isMutantName, mutants } from './mutants/mutants.ts'
import { createRecorder, joinCounts, writeRecording } from './recorder.ts'
import { runSeed } from './run-seed.ts'
import { openSimulationDatabase } from './simulation-database.ts'

const isNodesOption = (text: string) => text.startsWith('--nodes=')
const nodesOption = process.argv.find(isNodesOption)
const nodeCount = nodesOption === undefined ? undefined : Number(nodesOption.slice('--nodes='.length))
const [mode, value = '', count = '', file = '', mutant = ''] = process.argv
  .slice(2)
  .filter((text) => !isNodesOption(text))

/** Plays the seeds that its parent sends, replays one with its trace, or searches a seed that detects a mutant. */
const database = await openSimulationDatabase()

const failures: string[] = []
process.on('unhandledRejection', (cause) => failures.push(`unhandled rejection: ${String(cause)}`))
process.on('uncaughtException', (cause) => failures.push(`uncaught: ${cause.stack ?? cause.message}`))

/** Uncaught errors reach the process one turn later. */
const stragglers = () => new Promise<void>((resolve) => void setTimeout(resolve, 5))

async function play(seed: number, options: WorldOptions = {}) {
  const result = await runSeed(database, seed, { nodeCount, ...options })
  await stragglers()
  const uncaught = violationsOf('completed', failures.splice(0))
  return { ...result, differences: [...result.violations, ...uncaught].map(describeViolation) }
}

/** Plays one seed with its trace, with a mutant if one is named, and records it in a file if one is named. */
async function replay(seed: number, file: string, mutant: string): Promise<void> {
  const recorder = file === '' ? undefined : createRecorder()
  const result = await play(seed, {
    ...(isMutantName(mutant) ? worldOf(mutants[mutant]) : {}),
    ...(recorder ? { recorder } : { show: (line: string) => process.stdout.write(`${line}\n`) }),
  })
  if (recorder) writeRecording(file, recorder.recording(`seed ${seed} ${mutant}`.trim(), result.differences))
  const { hash, commands, faults, steps, duration } = result
  process.stdout.write(
    `seed ${seed}: ${commands} commands, ${faults} faults, ${steps} steps, ${duration / 1000} s, trace ${hash}\n`,
  )
  for (const difference of result.differences) process.stdout.write(`BROKEN ${difference}\n`)
  process.exit(result.differences.length > 0 ? 1 : 0)
}

/** Plays seeds and writes what all their tabs took, as a recording without steps. */
async function cover(from: number, count: number, file: string): Promise<void> {
  const recordings: InspectionRecording[] = []
  for (let seed = from; seed < from + count; seed++) {
    const recorder = createRecorder()
    const { differences } = await play(seed, { recorder })
    const title = `seeds ${from} to ${seed}`
    recordings.splice(0, 1, joinCounts([...recordings, recorder.recording(title, differences)], title))
    process.stdout.write(`seed ${seed}\n`)
  }
  for (const recording of recordings) writeRecording(file, recording)
  process.exit(0)
}

async function playAll(seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const { differences, commandCounts, faultCounts, toleranceCounts, messages } = await play(seed)
    process.send?.({ seed, differences, commandCounts, faultCounts, toleranceCounts, messages })
  }
  process.send?.('ready')
}

/** Plays seeds from 1 with a mutant until one detects it. Exits with 0 when one did. */
async function look(name: string, limit: number): Promise<void> {
  if (!isMutantName(name)) return end(1, `there is no mutant ${name}; --list-mutants names them`)
  const mutant: Mutant = mutants[name]
  const { description, violates } = mutant
  for (let seed = 1; seed <= limit; seed++) {
    const { violations } = await runSeed(database, seed, worldOf(mutant))
    if (process.env.SHOW)
      process.stdout.write(`${name} ${seed} ${[...new Set(violations.map((v) => v.invariant))].join(' ')}\n`)
    const violation = violations.find(({ invariant }) => invariant === violates)
    if (violation)
      return end(0, `${name}, ${description}: seed ${seed} notices: ${describeViolation(violation)}`)
  }
  return end(1, `${name}, ${description}: not noticed by ${limit} seeds`)
}

function end(code: number, line: string): void {
  process.stdout.write(`${line}\n`)
  process.exit(code)
}

if (mode === '--trace') await replay(Number(value), file, mutant)
else if (mode === '--cover') await cover(Number(value), Number(count), file)
else if (mode === '--mutant') await look(value, Number(count))
else if (mode === '--list-mutants') {
  const width = Math.max(...Object.keys(mutants).map(({ length }) => length)) + 2
  const lines = Object.entries(mutants).map(
    ([name, { description, violates }]) => `${name.padEnd(width)}${description} (${violates})`,
  )
  end(0, lines.join('\n'))
} else {
  process.on('message', (seeds: readonly number[]) => void playAll(seeds))
  process.on('disconnect', () => process.exit(0))
  const kinds = nodeCount === undefined ? faultKinds : [...faultKinds, ...nodeFaultKinds]
  process.send?.({ faultKinds: kinds, leastOwedShare })
  process.send?.('ready')
}
