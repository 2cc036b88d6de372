// npm run demo: runs the whole app without a backend process. Installs and builds what is missing, then serves files.
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { ensureDemoBuilt } = await import('./build-demo.mjs')
const { serveDirectory } = await import('./static-host.mjs')

ensureDemoBuilt()
const port = Number(process.env.PORT ?? 4320)
try {
  const host = await serveDirectory(join(root, 'dist', 'demo'), port)
  const stop = () => void host.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`Ready: ${host.address}`)
} catch (cause) {
  if (cause.code !== 'EADDRINUSE') throw cause
  console.error(`Port ${port} is in use: set PORT to another one.`)
  process.exitCode = 1
}
