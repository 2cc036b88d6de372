import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { message } from '#server/store/schema/index.ts'
import { openSimulationDatabase, type SimulationDatabase } from '#test/simulation/simulation-database.ts'
import type { ContractHost } from './contract-host.ts'
import { createGroup, sayInGroup } from './group-people.ts'
import { openInProcessHost } from './in-process-host.ts'
import { connect, dataOrThrow, settle } from './people.ts'

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

/** More statements than a deletion needs, so that the last ones succeed. */
const statements = Array.from({ length: 20 }, (_, before) => before)

/** The messages of a conversation whose text was erased from the store. */
async function erasedMessages(conversation: number): Promise<readonly number[]> {
  const isGone = and(eq(message.conversationId, conversation), isNull(message.body))
  const rows = await failing.truth.select({ id: message.id }).from(message).where(isGone).orderBy(message.id)
  return rows.map(({ id }) => id)
}

it('notifies clients of every completed deletion, whichever statement the database rejects [SOCK-53] (DEC-20)', async () => {
  const { ann, ben, group } = await createGroup(host)
  const [asking, receiving] = [await connect(host, ann), await connect(host, ben)]
  for (const before of statements) {
    const said = dataOrThrow<{ ID: number }>(await sayInGroup(host, ann, group, 'soon gone'))
    failing.failAfter(before)
    asking.send({ Cmd: 'DeleteGroupChat', UserID: ann.userId, GroupID: group, GroupChatID: said.ID })
    await settle(asking, ann)
    failing.failAfter(Number.POSITIVE_INFINITY)
  }
  const gone = await erasedMessages(group)
  expect(gone.length).toBeGreaterThan(5)
  const told = receiving.frames.flatMap((one) => (one.Cmd === 'DeleteGroupChat' ? [one.GroupChatID] : []))
  expect(told).toEqual(gone)
})
