// npm run load: measures a server under the load of many users, who use sockets and calls without the app. It starts a
// server of its own, or uses one that runs on this machine.
//   --users N --groups G --rate R --minutes M   R is the number of actions a second of all users together
//   --url http://localhost:4310[,…]             a running server or its nodes, started with SHOW_CODES=page
//   --metrics http://127.0.0.1:9464/metrics     the metrics of that server
// Prints throughput, times, failures, and the server's memory per connection. Ends with code 1 after a failure.
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
// Passed on, so that the program stops its server before it ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
