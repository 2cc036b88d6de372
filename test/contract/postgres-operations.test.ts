import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noNotices } from '#server/hosts/node/cluster/notices.ts'
import { openCluster } from '#server/hosts/node/cluster/open-cluster.ts'
import { openPostgres } from '#server/hosts/node/postgres.ts'
import { delivery } from '#server/store/schema/index.ts'
import { findPostgres, quickSettings, startPostgres } from '../../scripts/local-services.mjs'
import { readTables } from './database-tables.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import {
  befriendInConversation,
  type Calls,
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  sendText,
  signUp,
} from './people.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres(quickSettings)
  // Debian's package is installed if it is missing.
}, 300_000)
afterAll(() => postgres.stop())

const faults = { report: () => {} }

it('a dump of pg_dump, restored by pg_restore, has every row', async () => {
  const { database, close } = await openPostgres(postgres.url, faults)
  const backend = await openMemoryBackend({ database })
  const host: Calls = {
    async call(path, fields) {
      const { Code, Msg, Data } = await backend.server.call(path, fields, { peer: backend.peer, headers: {} })
      return { Code, Msg: Msg ?? '', Data }
    },
  }
  const [ann, ben] = [await signUp(host), await signUp(host)]
  const message = { Message: 'hello', MsgType: 'txt', TimeStamp: 1, ClientMsgId: newClientId() }
  await callAs(host, ann, '/SendChat', {
    ChatSessionID: await befriendInConversation(host, ann, ben),
    ...message,
  })
  await backend.server.close()
  await database.execute(sql`create database restored`)

  const folder = await mkdtemp(join(tmpdir(), 'web-chat-'))
  const run = (program: string, ...options: string[]) =>
    expect(spawnSync(join(findPostgres(), program), options, { encoding: 'utf8' })).toMatchObject({
      status: 0,
    })
  const copy = postgres.url.replace('/postgres?', '/restored?')
  run('pg_dump', '--format=custom', `--file=${join(folder, 'dump')}`, postgres.url)
  run('pg_restore', '--clean', '--if-exists', `--dbname=${copy}`, join(folder, 'dump'))
  const restored = await openPostgres(copy, faults)
  const tables = await readTables(restored.database)
  expect(tables.message).toHaveLength(1)
  expect(tables).toEqual(await readTables(database))
  await restored.close()
  await close()
  await rm(folder, { recursive: true })
}, 120_000)

it('the frames that nodes share lose the text of a message with its deletion, also where it is quoted', async () => {
  const { database, pool, close } = await openPostgres(postgres.url, faults)
  const shared = await openCluster({ database, pool, notices: noNotices, faults })
  const host = inProcessHost(await openMemoryBackend({ database, cluster: shared.cluster }))
  const { ann, ben, conversation } = await meet(host)
  const { ann: eve, conversation: other } = await meet(host)
  const { ID } = dataOrThrow<{ ID: number }>(await sendText(host, ann, conversation, 'erase me'))
  const fields = { ChatSessionID: conversation, MsgType: 'txt', TimeStamp: 1, QuoteChatID: ID }
  const answer = { ...fields, Message: 'an answer', ClientMsgId: newClientId() }
  dataOrThrow(await callAs(host, ben, '/SendChat', answer))
  await sendText(host, eve, other, 'stays')
  const stored = async () => (await database.select().from(delivery)).map(({ entry }) => entry).join('\n')
  expect((await stored()).split('erase me')).toHaveLength(3)
  const socket = await connect(host, ann)
  socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
  await socket.next('DeleteChat')
  expect(await stored()).not.toContain('erase me')
  expect(await stored()).toContain('an answer')
  expect(await stored()).toContain('stays')
  await host.close()
  await shared.close()
  await close()
}, 120_000)

it('a timer runs for each statement and each transaction of PostgreSQL', async () => {
  let [started, ended] = [0, 0]
  const { database, close } = await openPostgres(postgres.url, faults, () => {
    started += 1
    return () => {
      ended += 1
    }
  })
  const before = started
  await database.execute(sql`select 1`)
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select 1`)
    expect(started - ended).toBe(1)
    await transaction.execute(sql`select 2`)
  })
  expect(started - before).toBe(2)
  expect(ended).toBe(started)
  await close()
}, 120_000)
