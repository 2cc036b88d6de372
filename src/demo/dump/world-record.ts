import { bigint, pgTable } from 'drizzle-orm/pg-core'

/** The one row by which a prepared world says whose it is and when it takes place; beside the server's own tables. */
export const demoWorld = pgTable('demo_world', {
  ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
  madeAt: bigint('made_at', { mode: 'number' }).notNull(),
})
