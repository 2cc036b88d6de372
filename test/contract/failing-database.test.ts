import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { message } from '#server/store/schema/index.ts'
import { openSimulationDatabase, type SimulationDatabase } from '#test/simulation/simulation-database.ts'
import type { ContractHost, ContractSocket } from './contract-host.ts'
import { openInProcessHost } from './in-process-host.ts'
import { callAs, connect, dataOf, meet, type Person, sendText, settle } from './people.ts'

let failing: SimulationDatabase
let host: ContractHost
beforeAll(async () => {
  failing = await openSimulationDatabase()
  host = await openInProcessHost({ database: failing.database })
}, 60_000)
afterAll(async () => {
  await host.close()
  await failing.close()
})

/** More statements than either takes, so that the last ones go well. */
const statements = Array.from({ length: 20 }, (_, before) => before)
const isNeverFailing = Number.POSITIVE_INFINITY

/** The messages of a conversation whose text is gone from the store. */
async function goneFrom(conversation: number): Promise<readonly number[]> {
  const isGone = and(eq(message.conversationId, conversation), isNull(message.body))
  const rows = await failing.truth.select({ id: message.id }).from(message).where(isGone).orderBy(message.id)
  return rows.map(({ id }) => id)
}
const toldBy = ({ frames }: ContractSocket): readonly number[] =>
  frames.flatMap((frame) => (frame.Cmd === 'DeleteChat' ? [frame.ChatID] : []))
const send = async (person: Person, conversation: number): Promise<number> =>
  dataOf<{ ID: number }>(await sendText(host, person, conversation, 'soon gone')).ID

it('tells of every deletion that is done, whichever statement the database refuses [SOCK-52] (DEC-20)', async () => {
  const { ann, ben, conversation } = await meet(host)
  const [asking, hearing] = [await connect(host, ann), await connect(host, ben)]
  for (const before of statements) {
    const ChatID = await send(ann, conversation)
    failing.failAfter(before)
    asking.send({ Cmd: 'DeleteChat', UserID: ann.userId, ChatSessionID: conversation, ChatID })
    await settle(asking, ann)
    failing.failAfter(isNeverFailing)
  }
  const gone = await goneFrom(conversation)
  expect(gone.length).toBeGreaterThan(5)
  expect(toldBy(hearing)).toEqual(gone)
})

it('tells of every message that burned, whichever statement the database refuses [BURN-10]', async () => {
  const { ann, ben, conversation } = await meet(host)
  const hearing = await connect(host, ann)
  const setting = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
  dataOf(await callAs(host, ann, '/UpdateChatSession', setting))
  for (const before of statements) {
    const ChatID = await send(ann, conversation)
    dataOf(await callAs(host, ben, '/ReadChat', { ChatSessionID: conversation, ChatID }))
    host.advance(31_000)
    // Who is silent for so long is taken for gone.
    await settle(hearing, ann)
    failing.failAfter(before)
    await host.sweep().catch(() => undefined)
    failing.failAfter(isNeverFailing)
  }
  const gone = await goneFrom(conversation)
  expect(gone.length).toBeGreaterThan(5)
  expect(toldBy(hearing)).toEqual(gone)
})
