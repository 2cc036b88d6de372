import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runMaintenance } from '#server/hosts/node/maintenance.ts'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { type NodeServer, startNodeServer } from '#server/hosts/node/start-node-server.ts'
import { openPglite } from '#server/store/prepared-pglite.ts'
import type { ContractHost } from './contract-host.ts'
import { readTables, type Tables } from './database-tables.ts'
import { callsOver } from './fetch-host.ts'
import { filePeople } from './file-people.ts'
import { copyMigratedDatabase } from './migrated-database.ts'
import { openWebSocket } from './node-host.ts'
import { befriendInConversation, connect, newClientId, type Person, signUp } from './people.ts'
import { png } from './sample-media.ts'

let folder = ''
let running: NodeServer
let isRunning = false
const inFolder = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-'))
  await copyMigratedDatabase(inFolder('data/db'))
  running = await startNodeServer(
    readSettings({ PORT: '0', SHOW_CODES: 'page', DATA_DIR: inFolder('data'), DURABILITY: 'process' }),
    { report: ({ kind, detail, cause }) => expect.unreachable(`${kind}: ${detail} ${String(cause)}`) },
    { passwords: createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 }) },
  )
  isRunning = true
}, 120_000)
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
}, 120_000)

async function stop(): Promise<void> {
  if (isRunning) await running.close()
  isRunning = false
}

/** Runs `npm run backup` or `npm run restore` in this process. */
const run = (command: 'backup' | 'restore', dataDirectory: string, ...options: string[]) =>
  runMaintenance(command, { DATA_DIR: inFolder(dataDirectory) }, options)

const reachServer = (): ContractHost => {
  const reachable: Pick<ContractHost, 'call' | 'upload' | 'openSocket'> = {
    ...callsOver((path, init) => fetch(`${running.url}${path}`, init)),
    openSocket: () => openWebSocket(running.url),
  }
  // These tests use only calls, uploads and sockets.
  return reachable as ContractHost
}

/** Every row of every table of a data directory. */
async function readDirectoryTables(dataDirectory: string): Promise<Tables> {
  const { database, close } = await openPglite(join(inFolder(dataDirectory), 'db'))
  const tables = await readTables(database)
  await close()
  return tables
}

/** The contents of all stored files and of the keys for push messages, by their path. */
async function readFiles(dataDirectory: string): Promise<Readonly<Record<string, string>>> {
  const paths = await readdir(inFolder(dataDirectory), { recursive: true, withFileTypes: true })
  const files = paths
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(inFolder(dataDirectory), join(parentPath, name)))
    .filter((path) => path.startsWith('files/') || path === 'push-keys.json')
  const contents = await Promise.all(
    files.map(async (path) => [path, await readFile(join(inFolder(dataDirectory), path), 'base64')] as const),
  )
  return Object.fromEntries(contents)
}

const chat = (person: Person, conversation: number, text: string) => ({
  ...{ Cmd: 'Chat', ChatSessionID: conversation, UserID: person.userId, Message: text, MsgType: 'txt' },
  ...{ TimeStamp: 1, ID: 1, ClientMsgId: newClientId() },
})

it('a backup of a running server, restored, has every row and every file', async () => {
  const host = reachServer()
  const [ann, ben] = [await signUp(host), await signUp(host)]
  const conversation = await befriendInConversation(host, ann, ben)
  const socket = await connect(host, ann)
  for (const text of ['one', 'two', 'three']) {
    socket.send(chat(ann, conversation, text))
    await socket.next('ChatResponse')
  }
  await filePeople(() => host).upload(ann, png, conversation)
  expect(await run('backup', 'data', '--to', inFolder('backup'))).toContain(inFolder('backup'))
  expect((await readdir(folder)).toSorted()).toEqual(['backup', 'data'])

  expect(await run('restore', 'restored', '--from', inFolder('backup'))).toMatch(/: 2 accounts, 3 messages$/)
  const restored = await readDirectoryTables('restored')
  expect(restored.message).toHaveLength(3)
  expect(restored.stored_file).toHaveLength(1)
  const files = await readFiles('restored')
  expect(Object.keys(files)).toHaveLength(2)
  expect(files).toEqual(await readFiles('data'))
  socket.close()
  await socket.closed
  // A closed socket changes when its person was last seen.
  const withoutPresence = ({ account, ...tables }: Tables) => ({
    ...tables,
    account: account?.map((row) => row.replace(/"last_seen_at": \d+/, '')),
  })
  await stop()
  expect(withoutPresence(restored)).toEqual(withoutPresence(await readDirectoryTables('data')))
}, 300_000)

it('a backup during sends has all that were acknowledged before it, in order and without gaps', async () => {
  const host = reachServer()
  const [ann, ben] = [await signUp(host), await signUp(host)]
  const conversation = await befriendInConversation(host, ann, ben)
  const socket = await connect(host, ann)
  const sent = Array.from({ length: 120 }, (_, index) => chat(ann, conversation, `text ${index}`))
  let before = 0
  let backup: Promise<string> | undefined
  for (const frame of sent) socket.send(frame)
  for (let answered = 0; answered < sent.length; answered += 1) {
    await socket.next('ChatResponse', ({ Code }) => Code === 0)
    if (answered !== 20) continue
    before = answered + 1
    backup = run('backup', 'data', '--to', inFolder('backup'))
  }
  await backup
  await run('restore', 'restored', '--from', inFolder('backup'))
  const rows = ((await readDirectoryTables('restored')).message ?? []).map((row) => JSON.parse(row))
  const inOrder = rows.toSorted((left, right) => left.sequence - right.sequence)
  expect(inOrder.length).toBeGreaterThanOrEqual(before)
  expect(inOrder.map(({ body }) => body)).toEqual(sent.slice(0, rows.length).map(({ Message }) => Message))
  expect(inOrder.map(({ sequence }) => sequence)).toEqual(inOrder.map((_, index) => index + 1))
  socket.close()
}, 300_000)

it('a backup of a stopped server is restored too, and neither command overwrites anything', async () => {
  const ann = await signUp(reachServer())
  await stop()
  await run('backup', 'data', '--to', inFolder('backup'))
  await expect(run('backup', 'data', '--to', inFolder('backup'))).rejects.toThrow(/backup exists already/)
  await expect(run('restore', 'data', '--from', inFolder('backup'))).rejects.toThrow(/data is not empty/)
  await expect(run('restore', 'restored', '--from', inFolder('data/files'))).rejects.toThrow(/is no backup/)
  await expect(run('backup', 'data')).rejects.toThrow('Give the directory: --to DIRECTORY')
  const elsewhere = { DATABASE_URL: 'postgresql://localhost/chat' }
  await expect(runMaintenance('backup', elsewhere, ['--to', inFolder('other')])).rejects.toThrow(
    'use pg_dump',
  )
  await run('restore', 'restored', '--from', inFolder('backup'))
  const restored = await readDirectoryTables('restored')
  expect(restored).toEqual(await readDirectoryTables('data'))
  expect(restored.account?.[0]).toContain(ann.phone)
}, 300_000)
