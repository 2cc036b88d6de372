import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster, ClusterMember, Delivery } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'
import { callAs, dataOrThrow } from '#test/contract/people.ts'
import { createPushWorld } from './push-world.ts'

/** Two nodes in this process, which deliver within the call. */
function createTwoNodes(database: Database) {
  const members: ClusterMember[] = []
  const send = (delivery: Delivery) => {
    for (const member of members) member.deliver(delivery)
  }
  const cluster: Cluster = {
    ...{ firstConnectionId: 0, join: (member) => void members.push(member), send, pass: () => {} },
    stage: async (_, deliveries) => () => deliveries.forEach(send),
    ...{ eraseTexts: async () => {}, opened: async () => true, closed: async () => true },
    ...{ connectionsOf: async () => [], removeEnded: async () => [] },
    ...{ lockConversations: async () => {}, runOnce: (task) => task() },
  }
  const open = () => createPushWorld({}, { database, cluster, codeSecret: 'secret' })
  return { pushing: open(), changing: open() }
}

let nodes: ReturnType<typeof createTwoNodes>
let closeDatabase = async () => {}
beforeAll(async () => {
  const { database, close } = await openMigratedDatabase()
  closeDatabase = close
  nodes = createTwoNodes(database)
  await nodes.pushing.open()
  await nodes.changing.open()
}, 60_000)
afterAll(async () => {
  await nodes.pushing.close()
  await nodes.changing.close()
  await closeDatabase()
})

it('a notification whose message changes on another node is replaced by the node that pushed it', async () => {
  const { pushing, changing } = nodes
  const { ann, conversation, say } = await pushing.acquainted()
  const first = await say('helo')
  await pushing.run()
  const edit = {
    ...{ ChatSessionID: conversation, ChatID: first, Message: 'hello' },
    TimeStamp: Number.MAX_SAFE_INTEGER,
  }
  dataOrThrow(await callAs(changing.host(), ann, '/EditMessage', edit))
  await pushing.run()
  await changing.erase(ann, conversation, first)
  await pushing.run()
  await changing.run()
  expect(pushing.payloads()).toMatchObject([
    { body: 'helo' },
    { body: 'hello', isCorrection: true },
    { body: 'Message deleted', isCorrection: true },
  ])
  expect(changing.sent).toEqual([])
})
