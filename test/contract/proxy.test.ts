import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { findClusterPrograms, freePort, startProxy } from '../../scripts/local-services.mjs'

/** A busy node answers its check this late, ms. */
const lateBy = 1_500

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

interface Node {
  readonly address: string
  /** Resolves when the proxy has judged its first check, because another one follows. */
  readonly judged: Promise<void>
}

/** Starts a node that answers everything with its name, and `/Ready.txt` as the function does. */
async function startNode(name: string, check: (respond: (status: number) => void) => void): Promise<Node> {
  let checks = 0
  let whenJudged = () => {}
  const judged = new Promise<void>((resolve) => {
    whenJudged = resolve
  })
  const server = createServer(({ url }, response) => {
    if (url !== '/Ready.txt') return response.end(name)
    checks += 1
    if (checks === 2) whenJudged()
    return check((status) => response.writeHead(status).end())
  }).listen(0, '127.0.0.1')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  // It listens on a port, not on a pipe.
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, judged }
}

it('sends requests to a busy node, and to none that stops or does not answer', async ({ skip }) => {
  try {
    findClusterPrograms()
  } catch (cause) {
    skip(String(cause))
  }
  const nodes = await Promise.all([
    startNode('busy', (respond) => setTimeout(respond, lateBy, 200)),
    startNode('stopping', (respond) => respond(503)),
    startNode('paused', () => {}),
  ])
  const port = await freePort()
  const proxy = await startProxy(
    port,
    nodes.map(({ address }) => address),
  )
  closing.push(() => proxy.stop())
  await Promise.all(nodes.map(({ judged }) => judged))
  const answers: string[] = []
  for (const _ of nodes) answers.push(await (await fetch(`http://127.0.0.1:${port}/`)).text())
  expect(answers).toEqual(['busy', 'busy', 'busy'])
}, 30_000)
