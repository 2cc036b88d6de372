import { createServer } from 'node:net'
import { endEverything, endOnSignals } from '../running/ending.ts'
import { startProgram } from '../server/start-program.ts'
import { readLoadOptions } from './load-options.ts'
import { reportOf } from './load-report.ts'
import { runMix } from './run-mix.ts'

/** The longest run besides its minutes: creating the people and the last responses, ms. */
const extraTime = 10 * 60_000

/** A free port on this machine. Another program could take it before it is used, which then fails loudly. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The server of the options, or one of its own that ends with the run. */
async function openServer(addresses: readonly string[], metrics: string | undefined) {
  if (addresses.length > 0) return { addresses, metrics }
  const port = await freePort()
  const server = await startProgram('quick-to-join', { METRICS_PORT: String(port), DURABILITY: 'power' })
  return { addresses: [server.address], metrics: `http://127.0.0.1:${port}/metrics` }
}

try {
  const options = readLoadOptions(process.argv.slice(2))
  endOnSignals()
  const tell = (text: string) => process.stderr.write(`${text}\n`)
  setTimeout(
    () => {
      tell('The run took too long.')
      process.exit(1)
    },
    options.minutes * 60_000 + extraTime,
  ).unref()
  try {
    const server = await openServer(options.addresses, options.metrics)
    const result = await runMix(server, options, tell)
    process.stdout.write(reportOf(options, result))
    if (result.failures.size > 0) process.exitCode = 1
  } finally {
    await endEverything()
  }
} catch (cause) {
  const text =
    cause instanceof TypeError ? cause.message : String(cause instanceof Error ? cause.stack : cause)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
