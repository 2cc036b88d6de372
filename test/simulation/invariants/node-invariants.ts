import { sql } from 'drizzle-orm'
import { clusterNode, nodeConnection } from '#server/store/schema/index.ts'
import type { World } from '../world.ts'
import { compare } from './difference.ts'
import { type Violations, violationsOf } from './invariant.ts'

/** Checks the frames that the nodes of a cluster sent, and the rows of nodes and connections in the database. */
export async function checkNodes({ nodes, database }: World): Promise<Violations> {
  if (!nodes) return []
  const { truth } = database
  const count = sql<number>`count(*)::int`
  const [stored] = await truth.select({ count }).from(clusterNode)
  const [connected] = await truth.select({ count }).from(nodeConnection)
  const recorded = { nodes: stored?.count, connections: connected?.count }
  return [
    ...violationsOf('frame-order', nodes.wrongFrames),
    ...compare('node-records', 'the database has', recorded, nodes.load()),
  ]
}
