import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { conversation, conversationMember, draft } from '#server/store/schema/index.ts'
import type { ContractHost } from './contract-host.ts'
import { readTables } from './database-tables.ts'
import { openInProcessHost } from './in-process-host.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { callAs, connect, dataOrThrow, meet, type Person } from './people.ts'

let host: ContractHost
let database: Database
let closeDatabase = async () => {}

beforeEach(async () => {
  const opened = await openMigratedDatabase()
  database = opened.database
  closeDatabase = opened.close
  host = await openInProcessHost({ database })
}, 120_000)
afterEach(async () => {
  await host.close()
  await closeDatabase()
})

const save = (person: Person, ChatSessionID: number, Message: string) => {
  host.advance(1)
  return callAs(host, person, '/SaveDraft', {
    ...{ ChatSessionID, Message, Mentions: [], TimeStamp: host.now() },
  })
}

it('the 501st draft of an account is rejected, and an empty one counts as none', async () => {
  const { ann, ben, conversation: id } = await meet(host)
  const others = await database
    .insert(conversation)
    .values(Array.from({ length: 500 }, () => ({ kind: 'group' as const, createdAt: 1 })))
    .returning({ conversationId: conversation.id })
  const sides = others.map(({ conversationId }) => ({ conversationId, accountId: ann.userId }))
  await database.insert(conversationMember).values(sides)
  const rows = sides.map((side) => ({ ...side, body: 'x', mentions: '[]', writtenAt: 1 }))
  await database.insert(draft).values(rows.slice(0, 499))
  expect(await save(ann, id, 'the 500th')).toMatchObject({ Code: 0 })
  await database.insert(draft).values(rows.slice(499))
  expect(await save(ann, id, 'one of 501')).toMatchObject({
    Code: 6,
    Msg: expect.stringMatching(/this device/),
  })
  expect(await save(ann, id, '')).toMatchObject({ Code: 0 })
  expect(await save(ben, id, 'of another account')).toMatchObject({ Code: 0 })
})

it('a draft that was removed, or whose account was deleted, leaves no text in the database', async () => {
  const { ann, ben, conversation: id } = await meet(host)
  const device = await connect(host, ann)
  const isStored = async () => JSON.stringify(await readTables(database)).includes('platypus')
  dataOrThrow(await save(ann, id, 'platypus'))
  expect(await isStored()).toBe(true)
  dataOrThrow(await save(ann, id, ''))
  expect(await isStored()).toBe(false)
  for (const person of [ann, ben]) dataOrThrow(await save(person, id, 'platypus'))
  expect(await callAs(host, ann, '/CancelAccount')).toMatchObject({ Code: 0 })
  expect(await isStored()).toBe(false)
  expect(await database.select().from(draft)).toEqual([])
  expect(host.faults).toEqual([])
  device.close()
})
