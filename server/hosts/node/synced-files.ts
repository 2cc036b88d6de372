import { existsSync, fdatasyncSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** A file that the database has open. */
export interface OpenFile {
  /** The path as the database sees it. */
  readonly path: string
  /** The operating system's descriptor. */
  readonly nfd: number
}

/** WASI's number of the error EIO. */
const ioError = 29

/** The part of PGlite's WebAssembly module through which it reaches files. */
interface ModuleWithFiles {
  readonly NODEFS: { readonly stream_ops: { fsync?: (file: OpenFile) => number } }
}

/**
 * The directory of an embedded database that survives a power cut. PGlite's own file system ignores PostgreSQL's
 * requests to sync a file, so that what was written survives the end of the process, but not of the machine. This one
 * carries them out. A sync blocks the process; PreparedPglite makes one for all commits that wait.
 */
export class SyncedFiles extends NodeFS {
  readonly #onFailure: (cause: unknown) => void
  #isNew: boolean

  /**
   * @param directory is created if it does not exist
   * @param onFailure must end the process: a sync failed or the database aborted, and only a new start can tell which
   *   commits the disk holds
   */
  constructor(directory: string, onFailure: (cause: unknown) => void) {
    super(directory)
    this.#onFailure = onFailure
    this.#isNew = !existsSync(join(directory, 'PG_VERSION'))
  }

  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    const syncOnRequest = ({ NODEFS }: ModuleWithFiles) => {
      NODEFS.stream_ops.fsync = (file) => {
        try {
          this.syncFile(file)
          return 0
        } catch (cause) {
          // PGlite discards exceptions, so the commits would be acknowledged.
          this.#onFailure(cause)
          return ioError
        }
      }
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), syncOnRequest]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: this.#onFailure } }
  }

  /** PGlite calls this after it has created the files of a new database, without syncs, and after statements. */
  override async syncToFs(): Promise<void> {
    if (!this.#isNew) return
    this.#isNew = false
    await syncTree(this.rootDir)
  }

  /** Writes a file's content to the disk. */
  protected syncFile({ nfd }: OpenFile): void {
    fdatasyncSync(nfd)
  }
}

/** Syncs a directory and everything in it. */
export async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncPath(path))
  }
  await syncPath(directory)
}

/** Syncs a file's content, or the names of the entries of a directory. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
