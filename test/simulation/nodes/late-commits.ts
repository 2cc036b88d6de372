import { sql } from 'drizzle-orm'
import type { Cluster, Delivery } from '#server/ports.ts'
import { delivery } from '#server/store/schema/index.ts'
import type { FaultKind } from '../fault-counts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { VirtualTime } from '../virtual-clock.ts'

/**
 * The longest time between the id of a delivery and its commit, ms. A node looks for a missing id that long, because the
 * embedded database does not show it the transactions of others.
 */
const longestTransaction = 1000

interface LateCommitWorld {
  readonly time: VirtualTime
  readonly random: SeededRandom
  struck(kind: FaultKind): void
}

/** An id that was drawn and has no delivery yet. */
interface EarlyId {
  readonly id: number
  readonly drawnAt: number
  /** The conversations of later ids that were committed since. */
  readonly conversations: Set<number>
}

/**
 * Gives some deliveries an id that was drawn before those of deliveries that are committed already. PostgreSQL does so
 * while transactions overlap, and the embedded database runs one after another. Deliveries of one conversation keep
 * their order, because their transactions wait for each other.
 */
export function createLateCommits({ time, random, struck }: LateCommitWorld): (cluster: Cluster) => Cluster {
  let early: EarlyId | undefined
  return (cluster) => ({
    ...cluster,
    send(one) {
      early = undefined
      cluster.send(one)
    },
    async stage(transaction, deliveries) {
      const conversations = conversationsOf(deliveries)
      if (!conversations || (early && time.now() - early.drawnAt > longestTransaction)) early = undefined
      if (!conversations) return cluster.stage(transaction, deliveries)
      const fitting = early
      if (fitting && deliveries.length === 1 && conversations.every((id) => !fitting.conversations.has(id))) {
        early = undefined
        const announce = await cluster.stage(transaction, deliveries)
        await transaction.execute(
          sql`update ${delivery} set id = ${fitting.id} where id = (select max(id) from ${delivery})`,
        )
        struck('delivery committed late')
        return announce
      }
      if (!early && random.chance(0.5)) {
        const [drawn] = await transaction
          .select({ id: sql<number>`nextval(pg_get_serial_sequence('delivery', 'id'))` })
          .from(sql`(select 1) as one`)
        early = drawn && { id: Number(drawn.id), drawnAt: time.now(), conversations: new Set() }
      }
      for (const id of conversations) early?.conversations.add(id)
      return cluster.stage(transaction, deliveries)
    },
  })
}

/** The conversations of deliveries; undefined if one has none, and so has no known place in the order. */
function conversationsOf(deliveries: readonly Delivery[]): readonly number[] | undefined {
  const ids = deliveries.flatMap((one) =>
    one.kind === 'frame' && one.conversation !== undefined ? [one.conversation] : [],
  )
  return ids.length === deliveries.length ? ids : undefined
}
