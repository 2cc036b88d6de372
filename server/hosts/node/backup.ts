import { constants } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FileStore } from '../../files/file-store.ts'
import type { Database } from '../../store/database.ts'
import { openPglite } from '../../store/prepared-pglite.ts'
import { account, message } from '../../store/schema/index.ts'
import { isMissing, isUnfinished } from './directory-store.ts'
import { SyncedFiles, syncPath, syncTree } from './synced-files.ts'

/** A backup or a restore cannot be done; the message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The parts of a data directory that a backup contains besides the database. Older directories lack some. */
const otherParts = ['files', 'push-keys.json']
/** The write-ahead log is copied last. The database recreates the lock of its process. */
const notCopiedFirst = ['pg_wal', 'postmaster.pid']

/** The files of a running server, whose removal waits while they are copied. */
export interface HeldFiles extends FileStore {
  /** Runs a task during which no file is removed. */
  whileHeld<Result>(task: () => Promise<Result>): Promise<Result>
}

/**
 * The same files, whose removal can be held up. Nothing waits for a removal that is held up, and the file stays if the
 * process ends before.
 */
export function holdRemovals(files: FileStore): HeldFiles {
  let holders = 0
  const waiting: string[] = []
  return {
    ...files,
    async remove(key) {
      if (holders > 0) waiting.push(key)
      else await files.remove(key)
    },
    async whileHeld(task) {
      holders += 1
      try {
        return await task()
      } finally {
        holders -= 1
        const released = holders === 0 ? waiting.splice(0) : []
        await Promise.allSettled(released.map((key) => files.remove(key)))
      }
    },
  }
}

/**
 * Copies a data directory whose database is open. The database goes on meanwhile: the copy has everything that was
 * committed when the copy of its files ends. No checkpoint may run meanwhile, because it would remove parts of the
 * write-ahead log, and no stored file may be removed.
 * @param target a directory that does not exist yet; it appears when the backup is complete
 * @throws BackupError
 */
export function backUpOpen(database: Database, dataDirectory: string, target: string): Promise<void> {
  return writeBackup(target, async (unfinished) => {
    const [from, to] = [join(dataDirectory, 'db'), join(unfinished, 'db')]
    await database.execute(sql`select pg_backup_start('backup', true)`)
    let label = ''
    try {
      await copyEntries(from, to, (name) => !notCopiedFirst.includes(name))
    } finally {
      const [stopped] = await database
        .select({ label: sql<string>`labelfile` })
        .from(sql`pg_backup_stop(false)`)
      label = stopped?.label ?? ''
    }
    await copyEntries(from, to, (name) => name === 'pg_wal')
    // Makes the database replay the log from the start of the backup.
    await writeFile(join(to, 'backup_label'), label)
    await copyEntries(dataDirectory, unfinished, (name) => otherParts.includes(name))
  })
}

/** Copies a data directory that no server uses; the caller has its lock. */
export const backUpClosed = (dataDirectory: string, target: string): Promise<void> =>
  writeBackup(target, (unfinished) =>
    copyEntries(dataDirectory, unfinished, (name) => name === 'db' || otherParts.includes(name)),
  )

/**
 * Copies a backup to a data directory that is missing or empty except for its lock, and opens its database once, which
 * replays its log. Resolves with what the database contains.
 */
export async function restore(source: string, dataDirectory: string) {
  if (!(await namesIn(source)).includes('db')) throw new BackupError(`${source} is no backup.`)
  const present = (await namesIn(dataDirectory)).filter((name) => name !== 'lock')
  if (present.length > 0)
    throw new BackupError(
      `${dataDirectory} is not empty: move it away, or set DATA_DIR to another directory.`,
    )
  await copyEntries(source, dataDirectory, () => true)
  await syncTree(dataDirectory)
  const failures: unknown[] = []
  const { database, close } = await openPglite(
    new SyncedFiles(join(dataDirectory, 'db'), (cause) => void failures.push(cause)),
  )
  const counted = { accounts: await database.$count(account), messages: await database.$count(message) }
  await close()
  if (failures.length > 0) throw new BackupError(`The restored database failed: ${String(failures[0])}`)
  return counted
}

/** Writes a backup under another name, syncs it and renames it, so that an incomplete one is never taken for one. */
async function writeBackup(target: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${target}.unfinished`
  if ((await namesIn(target)).length > 0) throw new BackupError(`${target} exists already.`)
  await rm(unfinished, { recursive: true, force: true })
  // Other users of the machine may not read people's messages.
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    await write(unfinished)
    await syncTree(unfinished)
    await rename(unfinished, target)
    await syncPath(dirname(target))
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true })
    throw cause
  }
}

async function copyEntries(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  for (const name of await namesIn(from)) {
    // A copy on the same file system shares its blocks with the original where the system can do that.
    if (isWanted(name))
      await cp(join(from, name), join(to, name), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (path) => !isUnfinished(path),
      })
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (cause) {
    if (isMissing(cause)) return []
    throw cause
  }
}
