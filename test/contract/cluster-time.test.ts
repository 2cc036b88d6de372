import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClusterClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import { noNotices } from '#server/hosts/node/cluster/notices.ts'
import { openCluster } from '#server/hosts/node/cluster/open-cluster.ts'
import type { OpenDatabase } from '#server/store/prepared-pglite.ts'
import { clusterNode, nodeConnection } from '#server/store/schema/index.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { connect, meet } from './people.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openMigratedDatabase()
})
afterAll(() => opened.close())

/** A node whose time only the test moves. */
async function openNode() {
  let now = 0
  const clock: ClusterClock = { monotonic: () => now, after: () => () => {}, every: () => () => {} }
  const shared = await openCluster({
    ...{ database: opened.database, notices: noNotices, faults: { report: () => {} }, clock },
    runOnce: (task) => task(),
  })
  return {
    ...shared,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

// The embedded database has one session. A statement outside the open transaction would wait for it forever.
it('a sweep shows friends that a person on an ended node is offline, with statements of its transaction only', async () => {
  const { database } = opened
  const { cluster, advance } = await openNode()
  const host = inProcessHost(await openMemoryBackend({ database, cluster }))
  const { ann, ben } = await meet(host)
  const socket = await connect(host, ann)
  const [ended] = await database.insert(clusterNode).values({ seenAt: 1 }).returning({ id: clusterNode.id })
  await database
    .insert(nodeConnection)
    .values({ id: 1, nodeId: ended?.id ?? 0, accountId: ben.userId, sessionId: 1 })
  advance(60_000)
  await host.sweep()
  expect(await socket.next('Offline')).toMatchObject({ FriendID: ben.userId })
})

it('a sweep removes connections that a node recorded after other nodes had removed it', async () => {
  const { database } = opened
  const { cluster, advance } = await openNode()
  await database.insert(nodeConnection).values({ id: 2, nodeId: 1_000, accountId: 7, sessionId: 1 })
  advance(60_000)
  expect(await cluster.removeEnded()).toEqual([7])
  expect(await cluster.removeEnded()).toEqual([])
})

it('a node that read no deliveries for more than a minute ends its connections', async () => {
  const { cluster, caughtUp, advance } = await openNode()
  let resets = 0
  cluster.join({
    deliver: () => {},
    reset: () => {
      resets += 1
    },
  })
  await caughtUp()
  advance(60_000)
  await caughtUp()
  expect(resets).toBe(0)
  advance(60_001)
  await caughtUp()
  expect(resets).toBe(1)
})
