import { StorageError } from './storage-error.ts'

/** The opening of one database, which everybody who needs it waits for together. */
export interface SharedOpening<Opened> {
  /**
   * Begins to open, or joins the opening under way; resolves with what was opened. Rejects as the opening does, and
   * with a `StorageError` 'blocked' at once while another tab keeps the database from opening.
   */
  join(): Promise<Opened>
  /** Another tab keeps it from opening: everybody who waits is refused, and so is who joins until it has ended. */
  block(): void
  isUnderWay(): boolean
}

/** `open` is called for the first who joins, and again once an opening has ended. */
export function createSharedOpening<Opened>(open: () => PromiseLike<Opened>): SharedOpening<Opened> {
  let opening: Promise<Opened> | undefined
  let isBlocked = false
  const waiting = new Set<(error: StorageError) => void>()

  const begin = async (): Promise<Opened> => {
    try {
      return await open()
    } finally {
      opening = undefined
      isBlocked = false
    }
  }

  return {
    join() {
      opening ??= begin()
      const opened = opening
      // Also after everybody has given up waiting, a failure must not count as unhandled.
      opened.catch(() => {})
      if (isBlocked) return Promise.reject(new StorageError('blocked'))
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        opened.then(resolve, reject).finally(() => waiting.delete(reject))
      })
    },
    block() {
      isBlocked = true
      for (const refuse of [...waiting]) refuse(new StorageError('blocked'))
    },
    isUnderWay: () => opening !== undefined,
  }
}
