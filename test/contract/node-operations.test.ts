import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { type NodeServer, startNodeServer } from '#server/hosts/node/start-node-server.ts'
import { callsOver } from './fetch-host.ts'
import { copyMigratedDatabase } from './migrated-database.ts'
import { openWebSocket } from './node-host.ts'
import { befriendInConversation, loginFrame, newClientId, signUp } from './people.ts'

let directory = ''
let running: NodeServer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'web-chat-'))
  await copyMigratedDatabase(join(directory, 'db'))
  const settings = readSettings({
    ...{ PORT: '0', SHOW_CODES: 'page', DATA_DIR: directory, METRICS_PORT: '0', DURABILITY: 'process' },
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  running = await startNodeServer(settings, { report: () => {} }, { passwords })
}, 120_000)
afterAll(async () => {
  await running.close()
  await rm(directory, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(running.url + path, { headers })
const textOf = async (path: string) => {
  const response = await get(path)
  return `${response.status} ${await response.text()}`
}

/** The values of the metrics by their names and labels. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(running.metricsUrl ?? '')).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

it('the metrics count calls, messages, frames and sockets, on an address of their own', async () => {
  const calls = callsOver((path, init) => fetch(`${running.url}${path}`, init))
  const [ann, ben] = [await signUp(calls), await signUp(calls)]
  const conversation = await befriendInConversation(calls, ann, ben)
  const socket = openWebSocket(running.url)
  socket.send(loginFrame(ann))
  await socket.next('Login')
  const frame = {
    ...{ Cmd: 'Chat', ChatSessionID: conversation, UserID: ann.userId, Message: 'hello', MsgType: 'txt' },
    ...{ TimeStamp: 1, ID: 1, ClientMsgId: newClientId() },
  }
  for (const sent of [frame, frame, { ...frame, ChatSessionID: 999_999, ClientMsgId: newClientId() }]) {
    socket.send(sent)
    await socket.next('ChatResponse')
  }
  const metrics = await readMetrics()
  expect(metrics.get('chat_connections')).toBe(1)
  expect(metrics.get('chat_online_accounts')).toBe(1)
  expect(metrics.get('chat_queue_length{queue="sends"}')).toBe(0)
  expect(metrics.get('chat_call_seconds_count{path="/PhoneRegister",code="0"}')).toBe(2)
  expect(metrics.get('chat_call_seconds_bucket{le="+Inf",path="/PhoneRegister",code="0"}')).toBe(2)
  expect(metrics.get('chat_messages_total{kind="direct",outcome="stored"}')).toBe(1)
  expect(metrics.get('chat_messages_total{kind="direct",outcome="repeated"}')).toBe(1)
  expect(metrics.get('chat_messages_total{kind="direct",outcome="rejected"}')).toBe(1)
  expect(metrics.get('chat_frames_received_total{command="Chat"}')).toBe(3)
  // The greeting and the responses to the login and to three messages.
  expect(metrics.get('chat_frames_sent_total')).toBe(5)
  expect(metrics.get('chat_database_seconds_count')).toBeGreaterThan(10)
  expect(metrics.get('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(await textOf('/metrics')).not.toContain('chat_')
  socket.close()
})

it('the metrics hold no names of calls that do not exist', async () => {
  await get('/Api/GetVersion')
  await fetch(`${running.url}/Api/Nonsense`, { method: 'POST', body: '{}' })
  const names = [...(await readMetrics()).keys()].join('\n')
  expect(names).toContain('/GetVersion')
  expect(names).not.toContain('Nonsense')
})

it('a response carries the id that a trusted proxy gave its request', async () => {
  const response = await get('/Api/GetVersion', { 'X-Request-Id': 'proxy-1' })
  expect(response.headers.get('x-request-id')).toBe('proxy-1')
})

it('a stopping server is alive but not ready [ENDP-09]', async () => {
  expect(await textOf('/Ready.txt')).toBe('200 Ready')
  running.backend.readiness.drain()
  expect(await textOf('/Ready.txt?t=1')).toBe('503 Stopping')
  expect(await textOf('/Health.txt?t=1')).toBe('200 Health OK!')
})
