// npm start: installs and builds what is missing, then serves the app and its backend from this process.
// npm run backup -- --to DIRECTORY: copies the data directory, also while the server runs.
// npm run restore -- --from DIRECTORY: copies a backup to a data directory that is missing or empty.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
ensureBuilt()
await import('../dist/server/main.js')
