// npm run bench: measures the production bundles and their references in a real browser, in one run.
//   NAME…          only these rows        --sizes 1k,10k,1M   how many messages are stored
//   --no-peers     without other programs --smoke             whether every measure works; writes and judges nothing
//   --busy         marks the rows as those of a busy machine, as does a load above one before the bench is built
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { bench, buildBenchWith, ensureBenchBuilt } from './build-bench.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, root } from './install.mjs'

const peers = join(root, bench, 'peers')
const options = process.argv.slice(2)
const [load] = loadavg()
if (load > 1 && !options.some((option) => ['--smoke', '--busy'].includes(option))) {
  process.stderr.write(`The load is ${load.toFixed(1)}: other programs run. The rows are marked as busy.\n`)
  options.push('--busy')
}

/** Measures the peer clients in a full run, or if they are named. */
const hasPeers =
  !options.some((option) => ['--smoke', '--no-peers'].includes(option)) &&
  (options.every((option) => option.startsWith('--')) ||
    options.some((option) => option.startsWith('ingest-vs-')))

/** Installs the peer packages. Continues without them if the registry is not reachable. */
const installPeers = () => {
  if (existsSync(join(peers, 'node_modules', '.package-lock.json'))) return true
  const command = ['ci', '--no-audit', '--no-fund', '--ignore-scripts']
  const { status } = spawnSync('npm', command, { cwd: peers, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    process.stderr.write('The other programs could not be installed: going on without them.\n')
  return status === 0
}

ensureInstalled()
ensureBuilt()
ensureBenchBuilt()
const isWithPeers = hasPeers && installPeers()
if (isWithPeers) buildBenchWith('peers/vite.config.js')
const without = isWithPeers || options.includes('--smoke') ? [] : ['--no-peers']
const child = spawn(process.execPath, [join(root, '.cache', 'bench', 'main.mjs'), ...options, ...without], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CHROMIUM_PATH: findChromium() },
})
// Forwards a stop signal to the bench process, which cleans up first.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
