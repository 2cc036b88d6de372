// The processes of a cluster on this machine: PostgreSQL, NATS, nodes and a proxy.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../install.mjs'
import { freePort, startNats, startPostgres, startProxy } from '../local-services.mjs'

/** Opens a TCP proxy to a port of this machine. While it is cut, it passes nothing on and ends no connection. */
const openTcpProxy = async (target) => {
  const sockets = new Set()
  let isCut = false
  const keep = (socket, onClose) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket)
        onClose()
      })
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (isCut) return keep(client, () => {})
    const upstream = connect(target, '127.0.0.1')
    keep(client, () => upstream.destroy())
    keep(upstream, () => client.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: server.address().port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore() {
      isCut = false
      endAll()
    },
    close() {
      endAll()
      server.close()
    },
  }
}

const startNode = async (settings, onLine) => {
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: child.stderr }).on('line', onLine)
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A node ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready: ')) resolve()
      else onLine(line)
    })
  })
  return child
}

/**
 * Starts a cluster. Uses the PostgreSQL of DATABASE_URL and the NATS of NATS_URL where these are set, and starts its own
 * otherwise.
 * @param settings further variables of a node, by its number
 * @param onLine called with the number of a node and each line that it prints
 */
export const startCluster = async ({ count, port, settings = () => ({}), onLine = () => {} }) => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-cluster-'))
  const postgres = process.env.DATABASE_URL ? undefined : await startPostgres()
  const nats = process.env.NATS_URL ? undefined : await startNats()
  const nodes = []
  for (let number = 1; number <= count; number++) {
    const natsProxy = nats && (await openTcpProxy(nats.port))
    const address = `127.0.0.1:${await freePort()}`
    const own = {
      PORT: address.split(':')[1],
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: process.env.DATABASE_URL ?? postgres.url,
      NATS_URL: process.env.NATS_URL ?? `nats://127.0.0.1:${natsProxy.port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings(number),
    }
    const start = () => startNode(own, (line) => onLine(number, line))
    nodes.push({ number, address, url: `http://${address}`, natsProxy, start, child: await start() })
  }
  const proxy = await startProxy(
    port,
    nodes.map(({ address }) => address),
  )
  return {
    url: `http://localhost:${port}`,
    postgres,
    nats,
    nodes,
    async stop() {
      await proxy.stop()
      for (const { child, natsProxy } of nodes) {
        const exited = once(child, 'exit')
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGTERM')
          await exited
        }
        natsProxy?.close()
      }
      await nats?.stop()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Stops the cluster on SIGINT and SIGTERM, then ends this process with the exit code `code`. */
export const stopOnSignal = (cluster, code) => {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => cluster.stop().finally(() => process.exit(code)))
}
