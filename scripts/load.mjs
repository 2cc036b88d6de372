// npm run load: drives people over raw sockets and calls against a server of its own, or one on this machine.
//   --users N --groups G --rate R --minutes M   how many, with R actions a second of all users together
//   --url http://localhost:4310[,…]             a running server or its nodes, started with SHOW_CODES=page
//   --metrics http://127.0.0.1:9464/metrics     where that server says its memory and processor time
// Prints throughput, times, failures, and the server's memory by connection. Ends with code 1 after a failure.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBenchBuilt } from './build-bench.mjs'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
ensureBenchBuilt()
const child = spawn(process.execPath, [join(root, '.cache', 'bench', 'load.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
// The program cleans up first.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
