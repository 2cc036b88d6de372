import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { BackupError } from './backup.ts'
import { createServerLog } from './log.ts'
import { runMaintenance } from './maintenance.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { startNodeServer } from './start-node-server.ts'

// Most of the embedded database's code never runs, and compiled code takes several times its size.
setFlagsFromString('--wasm-lazy-compilation')

/** How long a server may take to stop, besides its drain, ms. */
const stopWithin = 20_000

/** Signals within this time are one, ms. */
const sameSignalWithin = 1_000

const log = createServerLog()
const [command, ...options] = process.argv.slice(2)

try {
  if (command === undefined) await serve()
  else console.log(await runMaintenance(command, process.env, options))
} catch (cause) {
  if (!(cause instanceof SettingsError || cause instanceof BackupError)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env)
  await createDatabase(settings)
  const running = await startNodeServer(settings, log.faults, { securityLog: log.securityLog })
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined) {
      // The operator does not want to wait. npm passes a signal on that the terminal has sent already.
      if (performance.now() - stoppingSince > sameSignalWithin) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.note('stopping')
    setTimeout(() => {
      log.faults.report({ kind: 'stop', detail: 'the server did not stop in time' })
      process.exit(1)
    }, settings.drainFor + stopWithin).unref()
    running.close().then(
      () => {
        log.note('stopped')
        process.exit(0)
      },
      (cause: unknown) => {
        log.faults.report({ kind: 'stop', detail: 'the server did not stop cleanly', cause })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (settings.showsCodesInPage)
    console.log(
      'Warning: SHOW_CODES=page shows one-time codes in the page. For trials only, never behind a proxy.',
    )
  // Printed last, so that a program that waits for this line can already end the process cleanly.
  console.log(`Ready: ${running.url}`)
}

/**
 * Creates the embedded database before the first start, in a process of its own: the memory that this takes would stay
 * with the server. If it fails, the server tries itself and reports the reason.
 */
async function createDatabase({ databaseUrl, dataDirectory }: Settings): Promise<void> {
  if (databaseUrl || existsSync(join(dataDirectory, 'db'))) return
  const program = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [program, 'create'], { stdio: 'ignore' })
  // Rejects if there is no process; the server itself creates the database then.
  await once(child, 'exit').catch(() => undefined)
}
