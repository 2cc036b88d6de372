import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { startNodeServer } from '#server/hosts/node/start-node-server.ts'

/**
 * The built server with cheap hashes for codes and passwords. At their usual cost, creating 1,000 people would take far
 * longer than all measurements.
 */
const faults = {
  report: ({ kind, detail, cause }: { kind: string; detail: string; cause?: unknown }) => {
    process.stderr.write(`${kind}: ${detail} ${String(cause ?? '')}\n`)
  },
}
const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const running = await startNodeServer(readSettings(process.env), faults, { passwords })
process.once('SIGTERM', () => {
  running.close().then(() => process.exit(0))
})
process.stdout.write(`Ready: ${running.url}\n`)
