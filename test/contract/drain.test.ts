import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { type NodeServer, startNodeServer } from '#server/hosts/node/start-node-server.ts'
import { quickSettings, startPostgres } from '../../scripts/local-services.mjs'
import { callsOver } from './fetch-host.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import {
  type Calls,
  callAs,
  connect,
  dataOrThrow,
  loginFrame,
  meet,
  newClientId,
  type Person,
} from './people.ts'

const chatFrame = ({ userId }: Person, ChatSessionID: number, ClientMsgId = newClientId()) => ({
  ...{ Cmd: 'Chat', ChatSessionID, UserID: userId, Message: 'hello', MsgType: 'txt' },
  ...{ TimeStamp: 1, ID: 1, ClientMsgId },
})

describe('a gateway that drains', () => {
  it('ends its connections in equal portions, and accepts no others from the beginning', async () => {
    const backend = await openMemoryBackend()
    const host = inProcessHost(backend)
    for (let count = 0; count < 25; count += 1) await host.openSocket().next('Connected')
    const sizes: number[] = []
    await backend.server.gateway.drain(10, async () => {
      await backend.server.load()
      // Everything that an ended connection waits for is done by then.
      await new Promise((resolve) => setImmediate(resolve))
      sizes.push(backend.server.gateway.size)
      if (sizes.length === 1) expect(await host.openSocket().closed).toBe(1012)
    })
    expect(sizes).toEqual([22, 19, 16, 13, 10, 8, 6, 4, 2, 0])
    await host.close()
  }, 120_000)

  it('answers the frames that have arrived before it ends their connection, and handles no later ones', async () => {
    const backend = await openMemoryBackend()
    const host = inProcessHost(backend)
    const { ann, conversation } = await meet(host)
    const socket = await connect(host, ann)
    const [first, second, late] = [newClientId(), newClientId(), newClientId()]
    socket.send(chatFrame(ann, conversation, first))
    socket.send(chatFrame(ann, conversation, second))
    const drained = backend.server.gateway.drain(1, async () => {})
    socket.send(chatFrame(ann, conversation, late))
    await drained
    expect(await socket.closed).toBe(1012)
    const answered = socket.frames.flatMap((frame) =>
      frame.Cmd === 'ChatResponse' ? [frame.ClientMsgId] : [],
    )
    expect(answered).toEqual([first, second])
    await host.close()
  }, 120_000)
})

/** The time over which the first node ends its sockets, s. */
const drainSeconds = 2
const pairs = 30
const socketsOfPerson = 4

/** A socket of a person that goes to the second node when the first one ends it, and repeats what is not acknowledged. */
class Client {
  readonly person: Person
  readonly conversation: number
  /** Ids of the messages that arrived, as often as they did. */
  readonly arrived: number[] = []
  /** Ids of own messages by their client ids. */
  readonly acknowledged = new Map<string, number>()
  readonly closeCodes: number[] = []
  #socket: WebSocket | undefined
  #isSignedIn = false
  readonly #waiting = new Set<string>()
  #whenDone = () => {}

  constructor(person: Person, conversation: number) {
    this.person = person
    this.conversation = conversation
  }

  /** Signs in on a node; resolves when it is answered. */
  connect(url: string, onClose: (code: number) => void): Promise<void> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`)
    this.#socket = socket
    // A close always follows.
    socket.on('error', () => {})
    socket.on('close', (code) => {
      this.#isSignedIn = false
      onClose(code)
    })
    return new Promise((resolve) => {
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data))
        if (frame.Cmd === 'Connected') socket.send(JSON.stringify(loginFrame(this.person)))
        if (frame.Cmd === 'Chat') this.arrived.push(frame.chat.ID)
        if (frame.Cmd === 'ChatResponse') this.#acknowledge(frame)
        if (frame.Cmd !== 'Login' || frame.Code !== 0) return
        this.#isSignedIn = true
        for (const id of this.#waiting) this.#send(id)
        resolve()
      })
    })
  }

  say(): void {
    const id = newClientId()
    this.#waiting.add(id)
    if (this.#isSignedIn) this.#send(id)
  }

  /** Resolves when all messages are acknowledged. */
  done(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenDone = resolve
      if (this.#waiting.size === 0) resolve()
    })
  }

  close(): void {
    this.#socket?.terminate()
  }

  #send(id: string): void {
    this.#socket?.send(JSON.stringify(chatFrame(this.person, this.conversation, id)))
  }

  #acknowledge({ Code, ClientMsgId, ChatID }: { Code: number; ClientMsgId: string; ChatID: number }): void {
    expect(Code).toBe(0)
    this.acknowledged.set(ClientMsgId, ChatID)
    this.#waiting.delete(ClientMsgId)
    if (this.#waiting.size === 0) this.#whenDone()
  }
}

describe('one of two nodes that stops', () => {
  let folder = ''
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  const nodes: NodeServer[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-chat-'))
    postgres = await startPostgres(quickSettings)
    const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
    const settings = readSettings({
      ...{ PORT: '0', SHOW_CODES: 'page', DATA_DIR: folder, DATABASE_URL: postgres.url },
      ...{ PUSH: 'off', DRAIN_SECONDS: String(drainSeconds) },
    })
    const faults = { report: () => {} }
    for (let count = 0; count < 2; count += 1)
      nodes.push(await startNodeServer(settings, faults, { passwords }))
  }, 300_000)
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }, 120_000)

  it('spreads the return of 240 clients, none of which loses or doubles a message', async () => {
    const [stopping, staying] = nodes
    if (!stopping || !staying) throw new Error('Two nodes are open')
    const calls: Calls = callsOver((path, init) => fetch(`${staying.url}${path}`, init))
    const clients: Client[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      const { ann, ben, conversation } = await meet(calls)
      for (let count = 0; count < socketsOfPerson; count += 1)
        clients.push(new Client(ann, conversation), new Client(ben, conversation))
    }
    const closedAt: number[] = []
    const returns: Promise<void>[] = []
    const onClosed = (client: Client) => (code: number) => {
      client.closeCodes.push(code)
      if (code !== 1012) return
      closedAt.push(performance.now())
      // Others write meanwhile: on the stopping node, on the other one, and while they change.
      for (const step of [0, 7, 14]) clients[(closedAt.length * 3 + step) % clients.length]?.say()
      returns.push(client.connect(staying.url, onClosed(client)))
    }
    await Promise.all(clients.map((client) => client.connect(stopping.url, onClosed(client))))
    for (const client of clients) client.say()
    const stopped = stopping.close()
    const ready = await fetch(`${stopping.url}/Ready.txt`)
    expect(`${ready.status} ${await ready.text()}`).toBe('503 Stopping')
    await stopped
    nodes.shift()
    await Promise.all(returns)
    await Promise.all(clients.map((client) => client.done()))

    expect(clients.flatMap(({ closeCodes }) => closeCodes)).toEqual(clients.map(() => 1012))
    const spread = (closedAt.at(-1) ?? 0) - (closedAt[0] ?? 0)
    expect(spread).toBeGreaterThan(drainSeconds * 800)
    for (const client of clients) {
      const stored = await readAll(calls, client)
      const ids = stored.map(({ ID }) => ID)
      expect(new Set(ids).size).toBe(ids.length)
      const byClientId = new Map(stored.map(({ ClientMsgId, ID }) => [ClientMsgId, ID]))
      expect(byClientId.size).toBe(stored.length)
      for (const [clientId, id] of client.acknowledged) expect(byClientId.get(clientId)).toBe(id)
      expect(new Set(client.arrived).size).toBe(client.arrived.length)
      expect(ids).toEqual(expect.arrayContaining(client.arrived))
    }
    const acknowledged = clients.flatMap((client) => [...client.acknowledged.keys()])
    expect(acknowledged).toHaveLength(clients.length * 4)
    for (const client of clients) client.close()
  }, 120_000)
})

type Stored = { readonly ID: number; readonly ClientMsgId: string }

async function readAll(calls: Calls, { person, conversation }: Client): Promise<readonly Stored[]> {
  const all: Stored[] = []
  for (;;) {
    const fields = { ChatSessionID: conversation, Status: 1, FromID: all.at(-1)?.ID ?? 0 }
    const page = dataOrThrow<readonly Stored[]>(await callAs(calls, person, '/GetChatData', fields))
    if (page.length === 0) return all
    all.push(...page)
  }
}
