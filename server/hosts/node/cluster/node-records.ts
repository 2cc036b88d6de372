import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { ConnectionRecord } from '../../../ports.ts'
import type { Database } from '../../../store/database.ts'
import { clusterNode, databaseTime, nodeConnection } from '../../../store/schema/index.ts'
import type { ClusterClock } from './cluster-clock.ts'

/** A node without a heartbeat for this time has ended, ms. */
const aliveFor = 10_000

const isAlive = sql`${clusterNode.seenAt} > ${databaseTime} - ${aliveFor}`

/** The nodes of the cluster and their connections, as rows, so that they outlive each node. */
export class NodeRecords {
  readonly #database: Database
  readonly #clock: ClusterClock
  #nodeId: number
  /** Since when this node has renewed its row without a failure, by its monotonic clock, ms. */
  #steadySince: number

  private constructor(database: Database, clock: ClusterClock, nodeId: number) {
    this.#database = database
    this.#clock = clock
    this.#nodeId = nodeId
    this.#steadySince = clock.monotonic()
  }

  static async open(database: Database, clock: ClusterClock): Promise<NodeRecords> {
    return new NodeRecords(database, clock, await insertNode(database))
  }

  /** The id of this node, which no other node ever has. It changes when `renew` returns false. */
  get nodeId(): number {
    return this.#nodeId
  }

  /**
   * Renews the heartbeat.
   * @returns false if other nodes counted this one as ended, and removed its connections; it has a new row then
   */
  async renew(): Promise<boolean> {
    try {
      const renewed = await this.#database
        .update(clusterNode)
        .set({ seenAt: databaseTime })
        .where(and(eq(clusterNode.id, this.#nodeId), isAlive))
        .returning({ id: clusterNode.id })
      if (renewed.length > 0) return true
      await this.#remove([this.#nodeId])
      this.#nodeId = await insertNode(this.#database)
      return false
    } catch (cause) {
      this.#steadySince = this.#clock.monotonic()
      throw cause
    }
  }

  async opened(transaction: Database, { id, accountId, sessionId }: ConnectionRecord): Promise<boolean> {
    const isFirst = !(await isOnline(transaction, accountId))
    await transaction
      .insert(nodeConnection)
      .values({ id, accountId, sessionId, nodeId: this.#nodeId })
      .onConflictDoNothing()
    return isFirst
  }

  async closed(transaction: Database, { id, accountId }: ConnectionRecord): Promise<boolean> {
    await transaction.delete(nodeConnection).where(eq(nodeConnection.id, id))
    return !(await isOnline(transaction, accountId))
  }

  connectionsOf(
    accountIds: readonly number[],
    transaction: Database = this.#database,
  ): Promise<readonly ConnectionRecord[]> {
    return selectAlive(transaction, accountIds)
  }

  /** Removes nodes that have ended and their connections. Returns the accounts of these connections. */
  async removeEnded(): Promise<readonly number[]> {
    // After a failure of the database no node could renew its row.
    if (this.#clock.monotonic() - this.#steadySince < aliveFor * 1.5) return []
    const ended = await this.#database
      .select({ id: clusterNode.id })
      .from(clusterNode)
      .where(sql`not ${isAlive}`)
    const removed = await this.#remove(ended.map(({ id }) => id))
    // A node may record connections until it notices that others have removed it.
    const nodes = this.#database.select({ id: clusterNode.id }).from(clusterNode)
    const orphaned = await this.#database
      .delete(nodeConnection)
      .where(notInArray(nodeConnection.nodeId, nodes))
      .returning({ accountId: nodeConnection.accountId })
    return [...new Set([...removed, ...orphaned.map(({ accountId }) => accountId)])]
  }

  /** Removes this node, which stops. Its connections are closed already. */
  async close(): Promise<void> {
    await this.#remove([this.#nodeId])
  }

  async #remove(nodeIds: readonly number[]): Promise<readonly number[]> {
    if (nodeIds.length === 0) return []
    const removed = await this.#database
      .delete(nodeConnection)
      .where(inArray(nodeConnection.nodeId, [...nodeIds]))
      .returning({ accountId: nodeConnection.accountId })
    await this.#database.delete(clusterNode).where(inArray(clusterNode.id, [...nodeIds]))
    return [...new Set(removed.map(({ accountId }) => accountId))]
  }
}

async function insertNode(database: Database): Promise<number> {
  const [node] = await database.insert(clusterNode).values({}).returning({ id: clusterNode.id })
  if (!node) throw new Error('An inserted node was not returned')
  return node.id
}

const isOnline = async (database: Database, accountId: number): Promise<boolean> =>
  (await selectAlive(database, [accountId])).length > 0

const selectAlive = (database: Database, accountIds: readonly number[]) =>
  database
    .select({
      id: nodeConnection.id,
      accountId: nodeConnection.accountId,
      sessionId: nodeConnection.sessionId,
    })
    .from(nodeConnection)
    .innerJoin(clusterNode, eq(clusterNode.id, nodeConnection.nodeId))
    .where(and(sql`${nodeConnection.accountId} = any(${sql.param([...accountIds])}::bigint[])`, isAlive))
