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
 * A migrated cluster without a world, as an archive. It is small to carry and quick to save: every file of it lies in
 * the browser's database, and the log's segment is written anew with each change.
 */
export async function createCluster(): Promise<Blob> {
  const client = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1', '--set=min_wal_size=2MB', '--set=max_wal_size=4MB'],
  })
  const database = drizzle({ client })
  await migrate(database)
  // Room in each page for a second version of every row: moving all times then touches no index.
  await database.execute(sql`alter table message set (fillfactor = 45)`)
  await database.execute(sql`create table demo_world (owner_id bigint not null, made_at bigint not null)`)
  // One at a time: a batch is a transaction, in which none of these may run.
  for (const statement of withoutTemplates) await client.query(statement)
  const cluster = await client.dumpDataDir('none')
  await client.close()
  return cluster
}

/** What only a server with several databases needs; it is two thirds of the files. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]
/** So that nothing is left to tidy up in the browser. */
const settled = ['vacuum freeze analyze', 'checkpoint']

/** A world, made by `fill` in a migrated cluster, as a compressed archive for the engine's `loadDataDir`. */
export async function createDump(
  cluster: Blob,
  fill: (database: Database) => Promise<WorldFacts>,
): Promise<Uint8Array> {
  const client = await PGlite.create({ loadDataDir: cluster })
  const database = drizzle({ client })
  await database.insert(demoWorld).values(await fill(database))
  for (const statement of settled) await client.query(statement)
  const dump = await client.dumpDataDir('gzip')
  await client.close()
  return new Uint8Array(await dump.arrayBuffer())
}
