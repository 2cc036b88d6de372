import type { ClusterClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import type { Cluster, ClusterMember, Delivery } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import type { NodeServices } from '../nodes/simulated-node.ts'
import type { Mutant } from './mutant.ts'

/** The intervals at which a node reads the log without a notice: with no connection to the others, and with one, ms. */
const pollIntervals: readonly number[] = [100, 1000]

/** Reads the log of deliveries only after a notice. */
const neverPolls = (services: NodeServices): NodeServices => ({
  ...services,
  clock: withoutPolls(services.clock),
})

const withoutPolls = (clock: ClusterClock): ClusterClock => ({
  ...clock,
  after: (delay, callback) => (pollIntervals.includes(delay) ? () => {} : clock.after(delay, callback)),
})

/** Reads only deliveries with a higher id than the last one, and so misses those that are committed late. */
const skipsLateCommits = (services: NodeServices): NodeServices => ({
  ...services,
  database: withoutGaps(services.database),
})

/** Returns a database whose query for deliveries looks for no missing ids. Other queries are unchanged. */
function withoutGaps(database: Database): Database {
  const { session } = database._
  const changed: typeof session = Object.create(session)
  changed.prepareQuery = (...prepared) => {
    const query = session.prepareQuery(...prepared)
    if (!prepared[0].sql.includes('pg_current_snapshot')) return query
    const execute = query.execute.bind(query)
    query.execute = (values) => execute({ ...values, gaps: [] })
    return query
  }
  const own: Database = Object.create(database)
  return Object.assign(own, { _: { ...database._, session: changed } })
}

/** Delivers the newest delivery once more with each notice. */
function deliversOnceMore(services: NodeServices): NodeServices {
  let member: ClusterMember | undefined
  let newest: Delivery | undefined
  const { notices } = services
  return {
    ...services,
    notices: {
      get isConnected() {
        return notices.isConnected
      },
      publish: () => notices.publish(),
      pass: (text) => notices.pass(text),
      close: () => notices.close(),
      subscribe: (listener) =>
        notices.subscribe({
          ...listener,
          news() {
            if (newest) member?.deliver(newest)
            listener.news()
          },
        }),
    },
    adapt: (cluster) => ({
      ...services.adapt(cluster),
      join(joining) {
        member = joining
        cluster.join({
          reset: () => joining.reset(),
          deliver(one) {
            newest = one
            joining.deliver(one)
          },
        })
      },
    }),
  }
}

/** Replaces functions of the cluster that a node uses. */
const changesCluster =
  (change: (cluster: Cluster) => Partial<Cluster>) =>
  (services: NodeServices): NodeServices => ({
    ...services,
    adapt: (cluster) => ({ ...cluster, ...change(cluster) }),
  })

/** Keeps the connections of a node that has died. */
const keepsDeadNodes = changesCluster(() => ({ removeEnded: async () => [] }))

/** Gives its connections the same ids as the other nodes. */
const repeatsConnectionIds = changesCluster(() => ({ firstConnectionId: 0 }))

/** Keeps its connections although the other nodes count it as ended. */
const staysConnected = changesCluster((cluster) => ({
  join: (member) => cluster.join({ ...member, reset: () => {} }),
}))

/** Planted bugs of a node in a cluster. */
export const nodeMutants = {
  'node-without-polls': {
    description: 'a node that reads deliveries only after a notice',
    violates: 'timeline',
    options: { nodeCount: 2, breakNode: neverPolls },
    noticedBy: 18,
  },
  'skipped-late-commit': {
    description: 'a node that reads deliveries by their ids and skips those that are committed late',
    violates: 'timeline',
    options: { nodeCount: 2, breakNode: skipsLateCommits },
    noticedBy: 5,
  },
  'repeated-delivery': {
    description: 'a node that delivers its newest delivery once more with each notice',
    violates: 'frame-order',
    options: { nodeCount: 2, breakNode: deliversOnceMore },
    noticedBy: 1,
  },
  'ended-node-online': {
    description: 'a node that never removes the connections of a node that has died',
    violates: 'node-records',
    options: { nodeCount: 2, breakNode: keepsDeadNodes },
    noticedBy: 2,
  },
  'node-without-reset': {
    description: 'a node that keeps its connections although the other nodes count it as ended',
    violates: 'node-records',
    options: { nodeCount: 2, breakNode: staysConnected },
    noticedBy: 1,
  },
  'same-connection-ids': {
    description: 'nodes that give their connections the same ids',
    violates: 'node-records',
    options: { nodeCount: 2, breakNode: repeatsConnectionIds },
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>
