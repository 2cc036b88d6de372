import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

const number = (name: string) => bigint(name, { mode: 'number' })

/**
 * The time of the database, ms. Nodes of a cluster compare these times, so that their own clocks need not agree. Nothing
 * that a client sees depends on it.
 */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

// Rows of these tables exist only while several processes share the database.

/** What nodes send to their connections, in order. Each node reads all of it; rows are removed after minutes. */
export const delivery = pgTable('delivery', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  entry: text('entry').notNull(),
  recordedAt: number('recorded_at').notNull().default(databaseTime),
})

/** A running server process. */
export const clusterNode = pgTable('cluster_node', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Renewed every few seconds; the node counts as ended when it is old. */
  seenAt: number('seen_at').notNull().default(databaseTime),
})

/** A signed-in connection of a node. */
export const nodeConnection = pgTable(
  'node_connection',
  {
    id: number('id').primaryKey(),
    nodeId: number('node_id').notNull(),
    accountId: number('account_id').notNull(),
    sessionId: number('session_id').notNull(),
  },
  (table) => [
    index('node_connection_account').on(table.accountId),
    index('node_connection_node').on(table.nodeId),
  ],
)

/**
 * The counters of rate limits. The table is unlogged, by a word that was added to the migration by hand: counting waits
 * for no disk, and a crash of the database forgets the counters.
 */
export const limitState = pgTable('limit_state', {
  key: text('key').primaryKey(),
  state: text('state').notNull(),
  expiresAt: number('expires_at').notNull(),
})

/** Secrets that all nodes need: the first node that starts creates them. */
export const sharedSecret = pgTable('shared_secret', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
