// Playwright's set-up: builds everything that the browser tests use from the current sources, and the database that
// their servers begin with.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureInstalled, root, runToolsTogether } from './install.mjs'

const emptyDatabase = join(root, '.cache', 'journeys', 'db')

/**
 * Creates the database of a new server once. A journey's server copies it, which saves two seconds of processor time
 * at each start. Always made by the built server, so that it has every migration.
 */
async function createDatabase() {
  rmSync(emptyDatabase, { recursive: true, force: true })
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-empty-'))
  const server = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    env: { ...process.env, SHOW_CODES: 'page', DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.startsWith('Ready: ')) server.kill('SIGTERM')
  })
  await once(server, 'exit')
  if (existsSync(join(folder, 'db'))) cpSync(join(folder, 'db'), emptyDatabase, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Builds everything from the current sources, side by side, because each build uses one core most of the time.
 * @param afterServer runs when the app and its server are built
 */
export const buildTogether = async (afterServer = () => {}) => {
  // Each tool installs what is missing; two installations at a time would damage each other's files.
  ensureInstalled()
  await Promise.all([
    runToolsTogether([['scripts/build-demo.mjs'], ['scripts/gallery.mjs'], ['scripts/build-bench.mjs']]),
    runToolsTogether([['scripts/build.mjs']]).then(afterServer),
  ])
}

export default () => buildTogether(createDatabase)
