import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { startNodeServer } from '#server/hosts/node/start-node-server.ts'

/**
 * The built server with cheap hashes for codes and passwords. At their usual cost, creating 1,000 people would take far
 * longer than all measurements. Its memory is that of the built server, which also compiles the embedded database lazily
 * and creates it in another process.
 */
setFlagsFromString('--wasm-lazy-compilation')
const settings = readSettings(process.env)
if (!settings.databaseUrl && !existsSync(join(settings.dataDirectory, 'db')))
  spawnSync(process.execPath, ['dist/server/main.js', 'create'], {
    stdio: 'ignore',
    // An inspector of this process has its port.
    env: { ...process.env, NODE_OPTIONS: '' },
  })

const faults = {
  report: ({ kind, detail, cause }: { kind: string; detail: string; cause?: unknown }) => {
    process.stderr.write(`${kind}: ${detail} ${String(cause ?? '')}\n`)
  },
}
const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const running = await startNodeServer(settings, faults, { passwords })
process.once('SIGTERM', () => {
  running.close().then(() => process.exit(0))
})
process.stdout.write(`Ready: ${running.url}\n`)
