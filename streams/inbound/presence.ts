import type { UserId } from '#schemas/ids.ts'
import { createWritable, type Readable } from '../readable.ts'

/** The friends that are online; never stored [SOCK-66]. */
export interface Presence {
  readonly online: Readable<ReadonlySet<UserId>>
  set(userId: UserId, isOnline: boolean): void
  /** Replaces all known presence. */
  replace(online: Iterable<UserId>): void
  /**
   * Call this when a list is requested, and the returned function with its result; undefined if the request failed.
   * Presence frames received in between stay, because they are newer than the list.
   */
  expectList(): (online: Iterable<UserId> | undefined) => void
}

export function createPresence(): Presence {
  const online = createWritable<ReadonlySet<UserId>>(new Set())
  /** Presence received by frames while lists were requested. */
  const awaited = new Set<Map<UserId, boolean>>()
  const replace = (next: Iterable<UserId>) => {
    const fresh = new Set(next)
    const current = online.get()
    const isSame = fresh.size === current.size && [...fresh].every((userId) => current.has(userId))
    if (!isSame) online.set(fresh)
  }
  return {
    online,
    replace,
    set(userId, isOnline) {
      for (const updates of awaited) updates.set(userId, isOnline)
      const others = [...online.get()].filter((other) => other !== userId)
      replace(isOnline ? [...others, userId] : others)
    },
    expectList() {
      const updates = new Map<UserId, boolean>()
      awaited.add(updates)
      return (listed) => {
        awaited.delete(updates)
        if (!listed) return
        const unchanged = [...listed].filter((userId) => !updates.has(userId))
        const onlineSince = [...updates].filter(([, isOnline]) => isOnline).map(([userId]) => userId)
        replace([...unchanged, ...onlineSince])
      }
    },
  }
}
