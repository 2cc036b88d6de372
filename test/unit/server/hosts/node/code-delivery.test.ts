import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { createCodeDelivery } from '#server/hosts/node/code-delivery.ts'
import type { Peer } from '#server/ports.ts'

const atThisMachine: Peer = { address: '127.0.0.1', isLocal: true, host: 'localhost:4310', isSecure: false }
const printed: string[] = []
const deliver = (codeWebhookUrl: string | undefined, peer: Peer, showsCodesInPage = true) =>
  createCodeDelivery({ codeWebhookUrl, showsCodesInPage }, (line) => void printed.push(line)).deliver({
    telCode: '1',
    phone: '2025550100',
    code: '012345',
    peer,
  })

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  printed.length = 0
})

/** A webhook that answers with a status and records its requests. */
async function openWebhook(status: number) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(status, { Location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/codes`, bodies }
}

it.each(['localhost:4310', 'localhost', '127.0.0.1:4310', '[::1]:4310'])(
  'a trial server shows the code to a browser on this machine that came by %s',
  async (host) => {
    expect(await deliver(undefined, { ...atThisMachine, host })).toBe('show')
  },
)

it.each([
  ['by another name', { host: 'chat.example:4310' }],
  ['by a name that only begins like a local one', { host: 'localhost.example' }],
  ['through a proxy or from another machine', { isLocal: false }],
])('a code is printed, never shown, to a browser that came %s', async (_, change) => {
  expect(await deliver(undefined, { ...atThisMachine, ...change })).toBe('printed')
  expect(printed).toEqual(['Code for +1 202 555 0100: 012345'])
})

it('a server that is not for trials prints the code, also for a browser on this machine', async () => {
  expect(await deliver(undefined, atThisMachine, false)).toBe('printed')
  expect(printed).toEqual(['Code for +1 202 555 0100: 012345'])
})

it('sends the code to the webhook when there is one, even for this machine', async () => {
  const { url, bodies } = await openWebhook(204)
  expect(await deliver(url, atThisMachine)).toBe('sent')
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { TelCode: '1', Phone: '2025550100', Code: '012345' },
  ])
})

it.each([500, 404, 302])('takes the status %d of the webhook for a failure', async (status) => {
  const { url } = await openWebhook(status)
  await expect(deliver(url, atThisMachine)).rejects.toThrow()
})

it('takes a webhook that is not there for a failure', async () => {
  await expect(deliver('http://127.0.0.1:1/', atThisMachine)).rejects.toThrow()
})
