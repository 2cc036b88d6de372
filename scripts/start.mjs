// npm start: installs and builds what is missing, then serves the app and its backend from this process.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
ensureBuilt()
await import('../dist/server/main.js')
