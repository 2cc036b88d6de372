import { sql } from 'drizzle-orm'
import type { Cluster, Delivery } from '#server/ports.ts'
import { delivery } from '#server/store/schema/index.ts'
import type { FaultKind } from '../fault-counts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { VirtualTime } from '../virtual-clock.ts'

/**
 * The maximum time between taking the id of a delivery and its commit, ms. It is the time for which a node looks for a
 * missing id: in the embedded database, no other transaction runs that could make it look longer.
 */
const longestTransaction = 1000

interface LateCommitWorld {
  readonly time: VirtualTime
  readonly random: SeededRandom
  struck(kind: FaultKind): void
}

/** An id that was taken from the sequence and has no delivery yet. */
interface ReservedId {
  readonly id: number
  readonly takenAt: number
  /** The conversations of the deliveries with higher ids. */
  readonly conversations: Set<number>
}

/**
 * Gives some deliveries a lower id than deliveries that are committed already. This happens in PostgreSQL when
 * transactions overlap, but the embedded database runs one after another. Deliveries of one conversation keep their
 * order, because their transactions wait for each other.
 */
export function createLateCommits({ time, random, struck }: LateCommitWorld): (cluster: Cluster) => Cluster {
  let reserved: ReservedId | undefined
  return (cluster) => ({
    ...cluster,
    send(one) {
      reserved = undefined
      cluster.send(one)
    },
    async stage(transaction, deliveries) {
      const conversations = conversationsOf(deliveries)
      if (!conversations || (reserved && time.now() - reserved.takenAt > longestTransaction))
        reserved = undefined
      if (!conversations) return cluster.stage(transaction, deliveries)
      const candidate = reserved
      if (
        candidate &&
        deliveries.length === 1 &&
        conversations.every((id) => !candidate.conversations.has(id))
      ) {
        reserved = undefined
        const announce = await cluster.stage(transaction, deliveries)
        await transaction.execute(
          sql`update ${delivery} set id = ${candidate.id} where id = (select max(id) from ${delivery})`,
        )
        struck('delivery committed late')
        return announce
      }
      if (!reserved && random.chance(0.5)) {
        const [taken] = await transaction
          .select({ id: sql<number>`nextval(pg_get_serial_sequence('delivery', 'id'))` })
          .from(sql`(select 1) as one`)
        reserved = taken && { id: Number(taken.id), takenAt: time.now(), conversations: new Set() }
      }
      for (const id of conversations) reserved?.conversations.add(id)
      return cluster.stage(transaction, deliveries)
    },
  })
}

/** The conversations of deliveries; undefined if one belongs to no conversation, because its order is unknown then. */
function conversationsOf(deliveries: readonly Delivery[]): readonly number[] | undefined {
  const ids = deliveries.flatMap((one) =>
    one.kind === 'frame' && one.conversation !== undefined ? [one.conversation] : [],
  )
  return ids.length === deliveries.length ? ids : undefined
}
