import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate, migrations } from '#server/store/migrate.ts'
import { type OpenDatabase, openPglite, PreparedPglite } from '#server/store/prepared-pglite.ts'

const folder = '.cache/databases'
let dump: Promise<Blob> | undefined

/**
 * Opens an embedded PostgreSQL in memory that has every migration and no rows. It begins with a dump, which takes a
 * quarter of the processor time of creating a database.
 */
export async function openMigratedDatabase(): Promise<OpenDatabase> {
  const client = await openMigratedPglite()
  return { database: client.toDatabase(), close: () => client.close() }
}

/** The same database, with its client. */
export async function openMigratedPglite(): Promise<PreparedPglite> {
  dump ??= readDump()
  return PreparedPglite.open(await dump)
}

/**
 * Copies a database on disk that has every migration and no rows to this path. A server that opens the copy needs an
 * eighth of the processor time of one that creates its database. The durability tests start without a database.
 */
export async function copyMigratedDatabase(path: string): Promise<void> {
  const original = `${folder}/${await contentHash()}`
  if (!existsSync(original)) await createOnDisk(original)
  await cp(original, path, { recursive: true })
}

/** Several workers may create the database at once. The first one keeps its own. */
async function createOnDisk(path: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const { close } = await openPglite(unfinished)
  await close()
  await rename(unfinished, path).catch(async (cause: unknown) => {
    if (!existsSync(path)) throw cause
    await rm(unfinished, { recursive: true })
  })
}

/** Reads the dump of an earlier run with the same migrations and engine, or makes it. */
async function readDump(): Promise<Blob> {
  const path = `${folder}/${await contentHash()}.tar`
  if (!existsSync(path)) await writeDump(path)
  return new Blob([await readFile(path)])
}

/** Hash of the migrations and of the engine's description, which names its version. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(migrations))
  return hash.update(await readFile('node_modules/@electric-sql/pglite/package.json')).digest('hex')
}

/** Several workers may write the dump at once. A reader never sees a part of it. */
async function writeDump(path: string): Promise<void> {
  const client = await PGlite.create()
  await migrate(drizzle({ client }))
  const made = await client.dumpDataDir('none')
  await client.close()
  await mkdir(folder, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, new Uint8Array(await made.arrayBuffer()))
  await rename(unfinished, path)
}
