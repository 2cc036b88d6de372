import type { UserId } from '#schemas/ids.ts'
import { createSource, type Readable } from '../readable.ts'

/** Friends that are online now; never stored [SOCK-66]. */
export interface Presence {
  readonly online: Readable<ReadonlySet<UserId>>
  set(userId: UserId, isOnline: boolean): void
  /** What the friend list says takes the place of everything heard before. */
  replace(online: Iterable<UserId>): void
}

export function createPresence(): Presence {
  const online = createSource<ReadonlySet<UserId>>(new Set())
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
      const others = [...online.get()].filter((other) => other !== userId)
      replace(isOnline ? [...others, userId] : others)
    },
  }
}
