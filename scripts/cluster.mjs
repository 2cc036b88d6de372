// npm run cluster: tries a cluster on this machine: PostgreSQL, NATS, nodes and a proxy.
//   -- --nodes 3       the number of nodes
//   -- --port 4310     the port of the proxy
//   -- --faults        instead: breaks parts of it in a burst of messages and checks that none is lost
//   -- --messages N    the messages of each burst
//   -- --fault NAME    only the faults whose name contains this, such as "SIGTERM"
import { ensureInstalled } from './install.mjs'

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
ensureBuilt()
const count = Number(option('nodes') ?? 3)
const port = Number(option('port') ?? 4310)
if (process.argv.includes('--faults')) {
  const { runFaults } = await import('./cluster/faults.mjs')
  const messages = Number(option('messages') ?? 10_000)
  process.exitCode = (await runFaults({ count, messages, only: option('fault') })) ? 0 : 1
} else {
  const { startCluster, stopOnSignal } = await import('./cluster/nodes.mjs')
  const cluster = await startCluster({
    count,
    port,
    onLine: (number, line) => process.stdout.write(`node ${number}: ${line}\n`),
  })
  for (const { number, url } of cluster.nodes) process.stdout.write(`node ${number}: ${url}\n`)
  stopOnSignal(cluster, 0)
  process.stdout.write(`Ready: ${cluster.url}\n`)
}
