import { runSeed } from './run-seed.ts'
import { openSimulationDatabase } from './simulation-database.ts'

/** Plays the seeds its parent sends, or replays one with its whole trace. */
const database = await openSimulationDatabase()

const failures: string[] = []
process.on('unhandledRejection', (cause) => failures.push(`unhandled rejection: ${String(cause)}`))
process.on('uncaughtException', (cause) => failures.push(`uncaught: ${cause.stack ?? cause.message}`))

/** Errors that nobody caught reach the process a moment later. */
const stragglers = () => new Promise<void>((resolve) => void setTimeout(resolve, 5))

async function play(seed: number, show?: (line: string) => void) {
  const result = await runSeed(database, seed, show ? { show } : {})
  await stragglers()
  return { ...result, differences: [...result.differences, ...failures.splice(0)] }
}

async function replay(seed: number): Promise<void> {
  const result = await play(seed, (line) => process.stdout.write(`${line}\n`))
  const { hash, commands, faults, steps, duration } = result
  process.stdout.write(
    `seed ${seed}: ${commands} commands, ${faults} faults, ${steps} steps, ${duration / 1000} s, trace ${hash}\n`,
  )
  for (const difference of result.differences) process.stdout.write(`BROKEN ${difference}\n`)
  process.exit(result.differences.length > 0 ? 1 : 0)
}

async function playAll(seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const { differences } = await play(seed)
    process.send?.({ seed, differences })
  }
  process.send?.('ready')
}

const traced = process.argv.indexOf('--trace')
if (traced >= 0) await replay(Number(process.argv[traced + 1]))
else {
  process.on('message', (seeds: readonly number[]) => void playAll(seeds))
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
