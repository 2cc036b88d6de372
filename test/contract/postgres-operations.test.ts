import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseMessages } from '#server/conversations/message-expiry.ts'
import { machineClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import { DeliveryLog } from '#server/hosts/node/cluster/delivery-log.ts'
import { noNotices } from '#server/hosts/node/cluster/notices.ts'
import { openCluster, runOnceOn } from '#server/hosts/node/cluster/open-cluster.ts'
import { openPostgres } from '#server/hosts/node/postgres.ts'
import type { Delivery } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { delivery, limitState, message, messageReaction } from '#server/store/schema/index.ts'
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
  type Person,
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

it('the frames that nodes share lose the text and the reactions of a message with its deletion, also where it is quoted', async () => {
  const { host, stored, close } = await openSharedHost()
  const { ann, ben, conversation } = await meet(host)
  const { ann: eve, conversation: other } = await meet(host)
  const { ID } = dataOrThrow<{ ID: number }>(await sendText(host, ann, conversation, 'erase me'))
  dataOrThrow(await answer(host, ben, conversation, ID))
  dataOrThrow(
    await callAs(host, ben, '/ReactToMessage', { ChatSessionID: conversation, ChatID: ID, Emoji: '👍' }),
  )
  await sendText(host, eve, other, 'stays')
  expect((await stored()).split('erase me')).toHaveLength(3)
  expect(await stored()).toContain('👍')
  const socket = await connect(host, ann)
  socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
  await socket.next('DeleteChat')
  expect(await stored()).not.toContain('erase me')
  expect(await stored()).not.toContain('👍')
  expect(await stored()).toContain('an answer')
  expect(await stored()).toContain('stays')
  await close()
}, 120_000)

it('the frames that nodes share have the last text of an edited message, also where it is quoted, and its reactions', async () => {
  const { host, stored, close } = await openSharedHost()
  const { ann, ben, conversation } = await meet(host)
  const { ID } = dataOrThrow<{ ID: number }>(await sendText(host, ann, conversation, 'text one'))
  dataOrThrow(await answer(host, ben, conversation, ID))
  const fields = { ChatSessionID: conversation, ChatID: ID }
  dataOrThrow(await callAs(host, ben, '/ReactToMessage', { ...fields, Emoji: '👍' }))
  for (const Message of ['text two', 'text three']) {
    host.advance(1)
    dataOrThrow(await callAs(host, ann, '/EditMessage', { ...fields, Message, TimeStamp: host.now() }))
  }
  // The message, its quote, and the last edit.
  expect((await stored()).split('text three')).toHaveLength(4)
  expect(await stored()).not.toMatch(/text (one|two)/)
  expect(await stored()).toContain('an answer')
  expect(await stored()).toContain('👍')
  await close()
}, 120_000)

/** A node of a cluster, and the frames that it has stored for the others. */
async function openSharedHost() {
  const { database, pool, close } = await openPostgres(postgres.url, faults)
  const shared = await openCluster({ database, runOnce: runOnceOn(pool), notices: noNotices, faults })
  const host = inProcessHost(await openMemoryBackend({ database, cluster: shared.cluster }))
  await database.delete(delivery)
  return {
    host,
    stored: async () => (await database.select().from(delivery)).map(({ entry }) => entry).join('\n'),
    async close() {
      await host.close()
      await shared.close()
      await close()
    },
  }
}

const answer = (host: Calls, person: Person, ChatSessionID: number, QuoteChatID: number) =>
  callAs(host, person, '/SendChat', {
    ...{ ChatSessionID, QuoteChatID, MsgType: 'txt', TimeStamp: 1 },
    ...{ Message: 'an answer', ClientMsgId: newClientId() },
  })

it('a reaction, a pin and an edit leave nothing at a message that the sweep erases meanwhile', async () => {
  const { database, close } = await openPostgres(postgres.url, faults)
  const backend = await openMemoryBackend({ database })
  const host = inProcessHost(backend)
  const { ann, conversation } = await meet(host)
  const place = { ChatSessionID: conversation }
  const reactions = () =>
    database.select().from(messageReaction).where(eq(messageReaction.accountId, ann.userId))
  const writes = {
    '/ReactToMessage': { Emoji: '👍' },
    '/PinMessage': { IsPinned: true },
    '/EditMessage': { Message: 'back', TimeStamp: backend.now() },
  }
  for (const [path, fields] of Object.entries(writes)) {
    const { ID } = dataOrThrow<{ ID: number }>(await sendText(host, ann, conversation, 'soon gone'))
    const writing = await database.transaction(async (transaction) => {
      await eraseMessages({}, transaction, backend.now(), eq(message.id, ID))
      const call = callAs(host, ann, path, { ...place, ChatID: ID, ...fields })
      await expect.poll(() => countWaiting(database)).toBe(1)
      return { call }
    })
    expect(await writing.call, path).toMatchObject({ Code: 7 })
    const [left] = await database.select().from(message).where(eq(message.id, ID))
    expect(left, path).toMatchObject({ body: null, pinVersion: 0, changeVersion: 0 })
  }
  expect(await reactions()).toEqual([])
  await host.close()
  await close()
}, 120_000)

// A sweep that waits for a row holds those that it has removed already, and the other transaction may need one of them.
it('the sweeps remove old rows without a wait for those that a transaction has locked', async () => {
  const { database, pool, close } = await openPostgres(postgres.url, faults)
  const shared = await openCluster({ database, runOnce: runOnceOn(pool), notices: noNotices, faults })
  const names = ['"locked"', '"free"']
  await database.delete(delivery)
  await database.insert(limitState).values(names.map((key) => ({ key, state: '', expiresAt: 1 })))
  await database.insert(delivery).values(names.map((entry) => ({ entry, recordedAt: 1 })))
  await database.transaction(async (transaction) => {
    await transaction.select().from(limitState).where(eq(limitState.key, '"locked"')).for('update')
    await transaction.select().from(delivery).where(eq(delivery.entry, '"locked"')).for('update')
    await shared.limitStore.removeExpired(2)
    await shared.cluster.runOnce(async () => {})
  })
  expect(await database.select({ name: limitState.key }).from(limitState)).toEqual([{ name: '"locked"' }])
  expect(await database.select({ name: delivery.entry }).from(delivery)).toEqual([{ name: '"locked"' }])
  await database.delete(limitState)
  await shared.close()
  await close()
}, 120_000)

it('a read of the frames that nodes share reads only new ones, however many are stored', async () => {
  const { database, close } = await openPostgres(postgres.url, faults)
  await database.execute(sql`insert into ${delivery} (entry)
    select '{"kind":"session-over","sessionId":0,"reason":"own"}' from generate_series(1, 20000)`)
  await database.execute(sql`analyze ${delivery}`)
  const read = await database.transaction(async (transaction) => {
    const received: Delivery[] = []
    const options = { receive: (one: Delivery) => void received.push(one), missed: () => {} }
    const log = new DeliveryLog({
      ...{ database: transaction, notices: noNotices, clock: machineClock, faults },
      ...options,
    })
    log.start()
    await log.caughtUp()
    const before = { rows: await rowsRead(transaction), received: received.length }
    log.send({ kind: 'session-over', sessionId: 1, reason: 'own' })
    await log.caughtUp()
    await log.close()
    return {
      rows: (await rowsRead(transaction)) - before.rows,
      received: received.length - before.received,
    }
  })
  expect(read.received).toBe(1)
  expect(read.rows).toBeLessThan(100)
  await database.delete(delivery)
  await close()
}, 120_000)

it('a node that starts after all frames were removed looks for no earlier one', async () => {
  const { database, close } = await openPostgres(postgres.url, faults)
  await database.execute(sql`alter table ${delivery} alter column id restart with 20000000`)
  await database.execute(sql`insert into ${delivery} (entry) values ('{}')`)
  await database.delete(delivery)
  const received: Delivery[] = []
  const options = { receive: (one: Delivery) => void received.push(one), missed: () => {} }
  const log = new DeliveryLog({ database, notices: noNotices, clock: machineClock, faults, ...options })
  log.start()
  await log.caughtUp()
  log.send({ kind: 'session-over', sessionId: 1, reason: 'own' })
  await log.caughtUp()
  await log.close()
  expect(received).toHaveLength(1)
  await database.delete(delivery)
  await close()
}, 120_000)

/** The number of entries that a transaction has read from the table that nodes share. */
async function rowsRead(transaction: Database): Promise<number> {
  const count = sql<number>`(seq_tup_read + idx_tup_fetch)::int`
  const [row] = await transaction
    .select({ count })
    .from(sql`pg_stat_xact_user_tables`)
    .where(sql`relname = 'delivery'`)
  return row?.count ?? 0
}

it('a conversation with more changed messages than a statement has parameters is erased with its reactions', async () => {
  const { database, close } = await openPostgres(postgres.url, faults)
  const host = inProcessHost(await openMemoryBackend({ database }))
  const { ann, ben, conversation } = await meet(host)
  const many = 65_536
  await database.execute(sql`insert into ${message}
    (conversation_id, sender_id, sequence, client_message_id, type, body, mentions, sent_at, change_version)
    select ${conversation}, ${ann.userId}, 100 + place, 'many ' || place, 'txt', 'x', '', 1, place
    from generate_series(1, ${many}) as place`)
  const isTheirs = eq(message.conversationId, conversation)
  const [last] = await database
    .select({ id: message.id })
    .from(message)
    .where(isTheirs)
    .orderBy(desc(message.id))
    .limit(1)
  const reaction = { messageId: last?.id ?? 0, accountId: ben.userId, emoji: '👍', reactedAt: 1 }
  await database.insert(messageReaction).values(reaction)
  await eraseMessages({}, database, 2, isTheirs)
  const isBens = eq(messageReaction.accountId, ben.userId)
  expect(await database.select().from(messageReaction).where(isBens)).toEqual([])
  await host.close()
  await close()
}, 120_000)

/** Counts the connections that wait for a lock of another one. */
async function countWaiting(database: Database): Promise<number> {
  const [row] = await database
    .select({ count: sql<string>`count(*)` })
    .from(sql`pg_stat_activity where wait_event_type = 'Lock'`)
  return Number(row?.count)
}

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
