import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange, FileStore } from '../../ports.ts'
import { syncPath } from './synced-files.ts'

/** Files in a directory. A file is written completely or not at all. */
export function createDirectoryStore(directory: string): FileStore {
  return {
    async put(key, bytes) {
      const path = pathOf(directory, key)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, path)
      await syncPath(dirname(path))
    },
    async get(key, range) {
      const path = pathOf(directory, key)
      try {
        return range ? await readPart(path, range) : await readFile(path)
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw cause
      }
    },
    stream: (key, range) => streamFile(pathOf(directory, key), range),
    remove: (key) => rm(pathOf(directory, key), { force: true }),
  }
}

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

function pathOf(directory: string, key: string): string {
  const isPlain = /^[\w-]+(\/[\w-]+(\.[\w-]+)*)*$/.test(key)
  if (!isPlain) throw new Error('A key of a stored file holds what no key may hold')
  return join(directory, key)
}

/** Whether an operation failed because the file does not exist. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
