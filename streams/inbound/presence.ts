import type { UserId } from '#schemas/ids.ts'
import { createWritable, type Readable } from '../readable.ts'

/** Friends that are online now; never stored [SOCK-66]. */
export interface Presence {
  readonly online: Readable<ReadonlySet<UserId>>
  set(userId: UserId, isOnline: boolean): void
  /** What is said here takes the place of everything heard before. */
  replace(online: Iterable<UserId>): void
  /**
   * To be called when a list is asked for; the function returned takes its answer, undefined when none came. What frames
   * said in between is newer than the list, which may have been made before them, and stays.
   */
  expectList(): (online: Iterable<UserId> | undefined) => void
}

export function createPresence(): Presence {
  const online = createWritable<ReadonlySet<UserId>>(new Set())
  /** What frames said of each person while lists were asked for. */
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
      for (const heard of awaited) heard.set(userId, isOnline)
      const others = [...online.get()].filter((other) => other !== userId)
      replace(isOnline ? [...others, userId] : others)
    },
    expectList() {
      const heard = new Map<UserId, boolean>()
      awaited.add(heard)
      return (listed) => {
        awaited.delete(heard)
        if (!listed) return
        const unheard = [...listed].filter((userId) => !heard.has(userId))
        const here = [...heard].filter(([, isOnline]) => isOnline).map(([userId]) => userId)
        replace([...unheard, ...here])
      }
    },
  }
}
