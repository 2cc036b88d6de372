import type { FaultReporter, SecurityLog } from '../../ports.ts'
import { readSettings, SettingsError } from './settings.ts'
import { startNodeServer } from './start-node-server.ts'

const faults: FaultReporter = {
  report: ({ kind, detail, cause }) => {
    console.error(`${new Date().toISOString()} ${kind}: ${detail}`, ...(cause === undefined ? [] : [cause]))
  },
}

/** One JSON line per security event. */
const securityLog: SecurityLog = {
  write: ({ kind, accountId }) =>
    console.log(
      JSON.stringify({ time: new Date().toISOString(), security: kind, account: accountId ?? null }),
    ),
}

try {
  const settings = readSettings(process.env)
  const running = await startNodeServer(settings, faults, { securityLog })
  const stop = () => {
    running.close().then(
      () => process.exit(0),
      (cause: unknown) => {
        faults.report({ kind: 'stop', detail: 'the server did not stop cleanly', cause })
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (settings.showsCodesInPage)
    console.log(
      'Warning: SHOW_CODES=page shows one-time codes in the page. For trials only, never behind a proxy.',
    )
  // Printed last, so that a program that waits for this line can already end the process cleanly.
  console.log(`Ready: ${running.url}`)
} catch (cause) {
  if (!(cause instanceof SettingsError)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}
