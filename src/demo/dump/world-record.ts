import { bigint, pgTable } from 'drizzle-orm/pg-core'

/** The row that names the owner and the present of a prepared world, in addition to the server's tables. */
export const demoWorld = pgTable('demo_world', {
  ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
  madeAt: bigint('made_at', { mode: 'number' }).notNull(),
})
