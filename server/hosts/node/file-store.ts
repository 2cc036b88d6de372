import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports.ts'

/** Files in a directory. A file is there whole or not at all. */
export function createDirectoryStore(directory: string): FileStore {
  return {
    async put(key, bytes) {
      const path = pathOf(directory, key)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, path)
    },
    async get(key) {
      try {
        return await readFile(pathOf(directory, key))
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw cause
      }
    },
    remove: (key) => rm(pathOf(directory, key), { force: true }),
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
