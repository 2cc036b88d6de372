import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { startNodeServer } from '#server/hosts/node/start-node-server.ts'

/**
 * The server as it is built, but for what guards codes and passwords: with that at its usual cost, making a thousand people
 * takes far longer than everything that is measured of them afterwards.
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
