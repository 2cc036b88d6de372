import type { ClusterClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import type { Cluster, ClusterMember, Delivery } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import type { NodeParts } from '../nodes/simulated-node.ts'
import type { Mutant } from './mutant.ts'

/** The intervals at which a node reads the log without a notice, with and without a connection to the others, ms. */
const pollIntervals: readonly number[] = [100, 1000]

/** Reads the log only after a notice. */
const neverPolls = (parts: NodeParts): NodeParts => ({ ...parts, clock: withoutPolls(parts.clock) })

const withoutPolls = (clock: ClusterClock): ClusterClock => ({
  ...clock,
  after: (delay, callback) => (pollIntervals.includes(delay) ? () => {} : clock.after(delay, callback)),
})

/** Reads only the deliveries after the last one, as if ids became visible in their order. */
const skipsLateCommits = (parts: NodeParts): NodeParts => ({
  ...parts,
  database: withoutGaps(parts.database),
})

/** The query that reads deliveries looks for no missing ids. All other queries are unchanged. */
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
function deliversOnceMore(parts: NodeParts): NodeParts {
  let member: ClusterMember | undefined
  let newest: Delivery | undefined
  const { notices } = parts
  return {
    ...parts,
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
      ...parts.adapt(cluster),
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

const changing =
  (change: (cluster: Cluster) => Partial<Cluster>) =>
  (parts: NodeParts): NodeParts => ({
    ...parts,
    adapt: (cluster) => ({ ...cluster, ...change(cluster) }),
  })

/** Keeps the connections of a node that has died. */
const keepsDeadNodes = changing(() => ({ removeEnded: async () => [] }))

/** Gives its connections the ids of those of the other nodes. */
const repeatsConnectionIds = changing(() => ({ firstConnectionId: 0 }))

/** Keeps its connections although the other nodes count it as ended. */
const staysConnected = changing((cluster) => ({
  join: (member) => cluster.join({ ...member, reset: () => {} }),
}))

/** Bugs of a node among others. */
export const nodeMutants = {
  'unread-log': {
    description: 'a node that reads deliveries only after a notice',
    violates: 'timeline',
    options: { nodeCount: 2, breakNode: neverPolls },
    noticedBy: 18,
  },
  'skipped-commit': {
    description: 'a node that reads deliveries by their ids and skips those that are committed late',
    violates: 'timeline',
    options: { nodeCount: 2, breakNode: skipsLateCommits },
    noticedBy: 5,
  },
  'doubled-notice': {
    description: 'a node that delivers once more when a notice comes twice',
    violates: 'frame-order',
    options: { nodeCount: 2, breakNode: deliversOnceMore },
    noticedBy: 1,
  },
  'undying-node': {
    description: 'a node that never removes the connections of a node that has died',
    violates: 'node-records',
    options: { nodeCount: 2, breakNode: keepsDeadNodes },
    noticedBy: 2,
  },
  'stubborn-node': {
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
