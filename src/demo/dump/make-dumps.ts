import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { locales } from '#src/app/locales.ts'
import { worldFile } from '../addresses.ts'
import { drawPortrait, portraitAddress } from '../pictures/portrait.ts'
import { demoWorld } from '../worker/world.ts'
import { fillWorld } from '../world/fill-world.ts'
import { type PersonKey, personKeys } from '../world/persona-keys.ts'
import { accountIdOf } from '../world/personas.ts'

/** The facts about a new world. */
export interface WorldFacts {
  /** The account that the demo signs in to. */
  readonly ownerId: number
  /** The world's present, ms since 1970. The demo shifts all times by what has passed since. */
  readonly madeAt: number
}

/**
 * Creates a migrated cluster without a world, as an archive. Its files are few and small, because the browser's
 * database stores all of them, and rewrites the log segment with each change.
 */
export async function createCluster(): Promise<Blob> {
  const client = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1', '--set=min_wal_size=2MB', '--set=max_wal_size=4MB'],
  })
  const database = drizzle({ client })
  await migrate(database)
  // Leaves space in each page for a second version of every row, so that shifting all times touches no index.
  await database.execute(sql`alter table message set (fillfactor = 45)`)
  await database.execute(sql`create table demo_world (owner_id bigint not null, made_at bigint not null)`)
  // One at a time, because a batch is a transaction, in which these statements are not allowed.
  for (const statement of withoutTemplates) await client.query(statement)
  const cluster = await client.dumpDataDir('none')
  await client.close()
  return cluster
}

/** Removes the template databases, which are two thirds of the files. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]
/** So that the browser has no maintenance to do. */
const settled = ['vacuum freeze analyze', 'checkpoint']

/** Creates a world with `fill` in a migrated cluster, as a compressed archive for the engine's `loadDataDir`. */
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

// The argument is the output folder.
const directory = process.argv[2]
if (directory === undefined) throw new Error('Say where the worlds go')
mkdirSync(directory, { recursive: true })
const cluster = await createCluster()
for (const locale of locales) {
  const dump = await createDump(cluster, (database) => fillWorld(database, locale))
  writeFileSync(join(directory, worldFile(locale)), dump)
}
/** Their names in all languages are men's. */
const shortHaired: ReadonlySet<PersonKey> = new Set([
  ...(['friend1', 'friend3', 'friend5', 'friend9', 'father', 'cousin', 'landlord', 'coach', 'slow'] as const),
  ...(['colleague2', 'colleague4', 'colleague6', 'quiet2', 'applicant2', 'member2', 'member4'] as const),
])
for (const person of personKeys) {
  const id = accountIdOf(person)
  writeFileSync(
    join(directory, portraitAddress(id)),
    drawPortrait(id, { isShort: shortHaired.has(person), isGray: person === 'grandmother' }),
  )
}
