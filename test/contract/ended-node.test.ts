import { expect, it } from 'vitest'
import type { ClusterClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import { noNotices } from '#server/hosts/node/cluster/notices.ts'
import { openCluster } from '#server/hosts/node/cluster/open-cluster.ts'
import { clusterNode, nodeConnection } from '#server/store/schema/index.ts'
import { inProcessHost } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { connect, meet } from './people.ts'

// The embedded database has one session: a statement besides the transaction would wait for its end.
it('friends of a person on a node that has ended see them go offline, by the transaction alone', async () => {
  const { database, close } = await openMigratedDatabase()
  const faults = { report: () => {} }
  let now = 0
  const clock: ClusterClock = { monotonic: () => now, after: () => () => {}, every: () => () => {} }
  const runOnce = (task: () => Promise<void>) => task()
  const { cluster } = await openCluster({ database, notices: noNotices, faults, clock, runOnce })
  const host = inProcessHost(await openMemoryBackend({ database, cluster }))
  const { ann, ben } = await meet(host)
  const socket = await connect(host, ann)
  const [ended] = await database.insert(clusterNode).values({ seenAt: 1 }).returning({ id: clusterNode.id })
  await database
    .insert(nodeConnection)
    .values({ id: 1, nodeId: ended?.id ?? 0, accountId: ben.userId, sessionId: 1 })
  now += 60_000
  await host.sweep()
  expect(await socket.next('Offline')).toMatchObject({ FriendID: ben.userId })
  await close()
})
