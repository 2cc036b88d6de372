import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertFileKey, type ByteRange, type FileStore, FilesUnavailable } from '../../files/file-store.ts'
import { syncPath } from './synced-files.ts'

/**
 * Files in a directory. A file is written completely or not at all.
 * @param directory exists; while it is missing, for example because it is not mounted, files are unavailable
 */
export function createDirectoryStore(directory: string): FileStore {
  const run = async <Result>(key: string, operation: (path: string) => Promise<Result>): Promise<Result> => {
    assertFileKey(key)
    try {
      return await operation(join(directory, key))
    } catch (cause) {
      throw new FilesUnavailable(`The directory of files failed: ${codeOf(cause)}`)
    }
  }
  return {
    put: (key, bytes) =>
      run(key, async (path) => {
        await stat(directory)
        const unfinished = `${path}.${randomUUID()}`
        await mkdir(dirname(path), { recursive: true })
        try {
          await writeFile(unfinished, bytes, { flush: true })
          await rename(unfinished, path)
        } catch (cause) {
          await rm(unfinished, { force: true })
          throw cause
        }
        await syncPath(dirname(path))
      }),
    get: (key, range) =>
      run(key, async (path) => {
        try {
          return range ? await readPart(path, range) : await readFile(path)
        } catch (cause) {
          if (!isMissing(cause)) throw cause
          await stat(directory)
          return undefined
        }
      }),
    stream: (key, range) =>
      run(key, async (path) => {
        const stream = await streamFile(path, range)
        if (!stream) await stat(directory)
        return stream
      }),
    remove: (key) =>
      run(key, async (path) => {
        await stat(directory)
        await rm(path, { force: true })
      }),
    check: () =>
      run('check', async () => {
        if (!(await stat(directory)).isDirectory()) throw new Error('it is not a directory')
      }),
  }
}

/** The operating system's code, because its message has the path. */
const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)

/** Whether a file is being written; it gets its name when it is complete. */
export const isUnfinished = (path: string): boolean =>
  /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(path)

/** The size of one piece read from a file, bytes. */
const pieceSize = 64 * 1024

/**
 * Streams a file, or the bytes from `start` up to and including `end`. Reads a piece when the reader requests it, never
 * ahead. The file is open from the first piece to the last, or until the stream is cancelled.
 * @returns undefined if there is no such file
 */
export async function streamFile(
  path: string,
  { start, end }: ByteRange = {
    start: 0,
    end: Number.POSITIVE_INFINITY,
  },
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!(await statIfThere(path))) return undefined
  let file: FileHandle | undefined
  let at = start
  const close = async () => {
    await file?.close()
    file = undefined
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          file ??= await open(path)
          const piece = new Uint8Array(Math.min(pieceSize, end - at + 1))
          const { bytesRead } = await file.read(piece, 0, piece.length, at)
          at += bytesRead
          if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead))
          if (bytesRead > 0 && at <= end) return
          await close()
          controller.close()
        } catch (cause) {
          await close()
          controller.error(cause)
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

/** Returns the size of a file; undefined if there is none of this name. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found : undefined
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

async function readPart(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(end - start + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whether an operation failed because the file does not exist. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
