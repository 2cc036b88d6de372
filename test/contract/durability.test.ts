import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from './contract-host.ts'
import { callsOver } from './fetch-host.ts'
import { openWebSocket } from './node-host.ts'
import { callAs, connect, dataOrThrow, meet, newClientId, type Person } from './people.ts'
import { buildServer, type ServerProcess, startServerProcess } from './server-process.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'web-chat-'))
  await buildServer()
}, 120_000)
afterAll(() => rm(directory, { recursive: true }))

const burst = 500
const messageOf = (index: number) => `message ${index}`

it('a first start leaves the memory that creating the database takes to another process', async () => {
  const running = await startServerProcess(directory)
  const status = await readFile(`/proc/${running.pid}/status`, 'utf8')
  const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  // 740 MB in the same process, about 200 otherwise.
  expect(peak).toBeLessThan(450)
  expect(peak).toBeGreaterThan(50)
  expect(await running.end('SIGTERM')).toBe(0)
}, 120_000)

it('a server killed in a burst keeps every acknowledged message and accepts the rest again without duplicates', async () => {
  let running = await startServerProcess(directory)
  const { ann, ben, conversation } = await meet(reach(running))
  const clientIds = Array.from({ length: burst }, newClientId)
  const frames = clientIds.map((ClientMsgId, index) => ({
    Cmd: 'Chat',
    UserID: ann.userId,
    ChatSessionID: conversation,
    Message: messageOf(index),
    MsgType: 'txt',
    TimeStamp: 1,
    ID: 1,
    ClientMsgId,
  }))

  const [sending, receiving] = [await connect(reach(running), ann), await connect(reach(running), ben)]
  for (const frame of frames.slice(0, burst / 2)) sending.send(frame)
  await sending.next('ChatResponse', ({ SeqID }) => SeqID === burst / 4)
  // The second half leaves immediately before the server ends, so that it cannot have acknowledged everything, even if
  // this process had to wait for a processor.
  for (const frame of frames.slice(burst / 2)) sending.send(frame)
  await Promise.resolve()
  await running.end('SIGKILL')
  await Promise.all([sending.closed, receiving.closed])
  const acknowledged = sending.frames.flatMap((frame) => (frame.Cmd === 'ChatResponse' ? [frame] : []))
  const delivered = receiving.frames.flatMap((frame) => (frame.Cmd === 'Chat' ? [frame.chat] : []))

  running = await startServerProcess(directory)
  const stored = await readAll(reach(running), ben, conversation)
  const storedByClientId = new Map(stored.map((message) => [message.ClientMsgId, message]))
  expect(acknowledged.length).toBeGreaterThanOrEqual(burst / 4)
  expect(acknowledged.length).toBeLessThan(burst)
  for (const { ChatID, SeqID, ClientMsgId, TimeStamp } of acknowledged) {
    expect(storedByClientId.get(ClientMsgId)).toMatchObject({ ID: ChatID, SeqID, TimeStamp })
  }
  for (const chat of delivered) expect(storedByClientId.get(chat.ClientMsgId)).toEqual(chat)

  const again = await connect(reach(running), ann)
  for (const frame of frames) again.send(frame)
  for (const { ClientMsgId } of frames) {
    await again.next('ChatResponse', (frame) => frame.Code === 0 && frame.ClientMsgId === ClientMsgId)
  }
  const all = await readAll(reach(running), ben, conversation)
  expect(all.map(({ Message }) => Message)).toEqual(frames.map(({ Message }) => Message))
  expect(all.map(({ SeqID }) => SeqID)).toEqual(frames.map((_, index) => index + 1))
  // As npm does after Ctrl+C: the terminal has sent a signal already.
  process.kill(running.pid, 'SIGINT')
  expect(await running.end('SIGTERM')).toBe(0)
  expect(running.output).toEqual([
    expect.stringContaining('SHOW_CODES=page'),
    `Ready: ${running.url}`,
    expect.stringContaining('"event":"stopping"'),
    expect.stringContaining('"event":"stopped"'),
  ])
}, 120_000)

it('a server does not open a data directory in use, and takes over that of a dead process', async () => {
  const running = await startServerProcess(directory)
  await expect(startServerProcess(directory)).rejects.toThrow(/ended with 1: .* is in use by process \d+/)
  await running.end('SIGKILL')
  const next = await startServerProcess(directory)
  expect(await next.end('SIGTERM')).toBe(0)
}, 120_000)

type Reachable = Pick<ContractHost, 'call' | 'openSocket'>

function reach({ url }: ServerProcess): ContractHost {
  const reachable: Reachable = {
    ...callsOver((path, init) => fetch(`${url}${path}`, init)),
    openSocket: () => openWebSocket(url),
  }
  // Only calls and connections are used; the clock of a real process cannot be moved.
  return reachable as ContractHost
}

async function readAll(host: ContractHost, person: Person, ChatSessionID: number): Promise<WireMessage[]> {
  const all: WireMessage[] = []
  for (;;) {
    const FromID = all.at(-1)?.ID ?? 0
    const answer = await callAs(host, person, '/GetChatData', { ChatSessionID, Status: 1, FromID })
    const page = dataOrThrow<WireMessage[]>(answer)
    if (page.length === 0) return all
    all.push(...page)
  }
}
