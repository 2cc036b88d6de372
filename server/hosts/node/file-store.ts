import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports.ts'

/** Files in a directory. A file is written completely or not at all. */
export function createDirectoryStore(directory: string): FileStore {
  return {
    async put(key, bytes) {
      const path = pathOf(directory, key)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, path)
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
    remove: (key) => rm(pathOf(directory, key), { force: true }),
  }
}

async function readPart(
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
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

/** Whether an operation failed because there is no such file. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
