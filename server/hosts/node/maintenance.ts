import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPglite } from '../../store/prepared-pglite.ts'
import { BackupError, backUpClosed, restore } from './backup.ts'
import { requestBackup } from './control-socket.ts'
import { lockDataDirectory } from './data-lock.ts'
import { readSettings } from './settings.ts'
import { SyncedFiles } from './synced-files.ts'

/**
 * Runs the command `backup`, `restore` or `create` on the data directory of the environment variables.
 * @returns a line for the operator
 * @throws SettingsError or BackupError with a line for the operator
 */
export async function runMaintenance(
  command: string,
  variables: NodeJS.ProcessEnv,
  options: readonly string[],
): Promise<string> {
  if (variables.DATABASE_URL)
    throw new BackupError(
      'DATABASE_URL names the database: use pg_dump and pg_restore, see docs/operations.md.',
    )
  const directory = resolve(readSettings({ DATA_DIR: variables.DATA_DIR }).dataDirectory)
  if (command === 'backup') {
    const line = await backup(directory, options)
    return variables.FILES_URL ? `${line}, without the files of FILES_URL, which you copy yourself` : line
  }
  if (command === 'restore') return restoreFrom(directory, options)
  if (command === 'create') return create(directory)
  throw new BackupError(`${command} is unknown: there are backup and restore.`)
}

/** `create`: an empty database. */
async function create(dataDirectory: string): Promise<string> {
  await withLock(dataDirectory, async () => {
    const failures: unknown[] = []
    const files = new SyncedFiles(join(dataDirectory, 'db'), (cause) => void failures.push(cause))
    const { close } = await openPglite(files)
    await close()
    if (failures.length > 0) throw new BackupError(`The database failed: ${String(failures[0])}`)
  })
  return `Created: ${dataDirectory}`
}

/** `backup --to DIRECTORY`: the running server writes it; without one this process does. */
async function backup(dataDirectory: string, options: readonly string[]): Promise<string> {
  const target = readDirectory('to', options)
  if (!(await requestBackup(dataDirectory, target)))
    await withLock(dataDirectory, () => backUpClosed(dataDirectory, target))
  return `Backup of ${dataDirectory}: ${target}`
}

/** `restore --from DIRECTORY`: into a data directory that is missing or empty. */
async function restoreFrom(dataDirectory: string, options: readonly string[]): Promise<string> {
  const source = readDirectory('from', options)
  const { accounts, messages } = await withLock(dataDirectory, () => restore(source, dataDirectory))
  return `Restored to ${dataDirectory}: ${accounts} accounts, ${messages} messages`
}

async function withLock<Result>(dataDirectory: string, task: () => Promise<Result>): Promise<Result> {
  const lock = lockDataDirectory(dataDirectory)
  try {
    return await task()
  } finally {
    lock.release()
  }
}

function readDirectory(name: 'to' | 'from', options: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...options], options: { [name]: { type: 'string' } } })
    if (typeof values[name] === 'string' && values[name] !== '') return resolve(values[name])
  } catch {
    // The option is unknown, which the following line explains.
  }
  throw new BackupError(`Give the directory: --${name} DIRECTORY`)
}
