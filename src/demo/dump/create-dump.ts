import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { demoWorld } from './world-record.ts'

/** What a world says of itself once it is made. */
export interface WorldFacts {
  /** The account that whoever opens the demo is signed in to. */
  readonly ownerId: number
  /** The moment that the world takes for now, ms since 1970; the demo moves all times by what has passed since. */
  readonly madeAt: number
}

/**
 * Starts a cluster that is small to carry and quick to save: every file of it lies in the browser's database, and
 * the log's segment is written with each change.
 */
const createCluster = (): Promise<PGlite> =>
  PGlite.create({
    initDbStartParams: ['--wal-segsize=1', '--set=min_wal_size=2MB', '--set=max_wal_size=4MB'],
  })

/** What only a server with several databases needs; it is two thirds of the files. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum freeze analyze',
  'checkpoint',
]

/** A migrated cluster of the server's database, filled by `fill`, as a compressed archive for `loadDataDir`. */
export async function createDump(fill: (database: Database) => Promise<WorldFacts>): Promise<Uint8Array> {
  const client = await createCluster()
  const database = drizzle({ client })
  await migrate(database)
  await database.execute(sql`create table demo_world (owner_id bigint not null, made_at bigint not null)`)
  await database.insert(demoWorld).values(await fill(database))
  // One at a time: a batch is a transaction, in which none of these may run.
  for (const statement of withoutTemplates) await client.query(statement)
  const dump = await client.dumpDataDir('gzip')
  await client.close()
  return new Uint8Array(await dump.arrayBuffer())
}
