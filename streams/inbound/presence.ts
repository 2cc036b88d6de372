import type { UserId } from '#schemas/ids.ts'
import { createWritable, type Readable } from '../readable.ts'

/** What a list says about one friend. */
export interface ListedPresence {
  readonly userId: UserId
  readonly isOnline: boolean
  /** Server time, ms; undefined if the friend does not show it. */
  readonly lastSeenAt?: number | undefined
}

/** Which friends are online, and when the others were; never stored [SOCK-66]. */
export interface Presence {
  readonly online: Readable<ReadonlySet<UserId>>
  /** When friends were online last, as server time in ms. Without those who do not show it. */
  readonly lastSeen: Readable<ReadonlyMap<UserId, number>>
  /** Takes a presence frame; `at` is server time, ms. */
  set(userId: UserId, isOnline: boolean, at: number): void
  /** Replaces all known presence. */
  replace(listed: Iterable<ListedPresence>): void
  /**
   * Call this when a list is requested, and the returned function with its result; undefined if the request failed.
   * Presence frames received in between stay, because they are newer than the list.
   */
  expectList(): (listed: readonly ListedPresence[] | undefined) => void
}

export function createPresence(): Presence {
  const online = createWritable<ReadonlySet<UserId>>(new Set())
  const lastSeen = createWritable<ReadonlyMap<UserId, number>>(new Map())
  /** Presence received by frames while lists were requested. */
  const awaited = new Set<Map<UserId, ListedPresence>>()
  const replaceOnline = (next: Iterable<UserId>) => {
    const fresh = new Set(next)
    const current = online.get()
    const isSame = fresh.size === current.size && [...fresh].every((userId) => current.has(userId))
    if (!isSame) online.set(fresh)
  }
  // The times change first, because each change of `online` sends both to the other tabs.
  const replace = (listed: Iterable<ListedPresence>) => {
    const people = [...listed]
    lastSeen.set(
      new Map(
        people.flatMap(({ userId, lastSeenAt }) => (lastSeenAt ? [[userId, lastSeenAt] as const] : [])),
      ),
    )
    replaceOnline(people.filter(({ isOnline }) => isOnline).map(({ userId }) => userId))
  }
  return {
    online,
    lastSeen,
    replace,
    set(userId, isOnline, at) {
      for (const updates of awaited) updates.set(userId, { userId, isOnline, lastSeenAt: at })
      const others = [...online.get()].filter((other) => other !== userId)
      lastSeen.set(new Map(lastSeen.get()).set(userId, at))
      replaceOnline(isOnline ? [...others, userId] : others)
    },
    expectList() {
      const updates = new Map<UserId, ListedPresence>()
      awaited.add(updates)
      return (listed) => {
        awaited.delete(updates)
        if (!listed) return
        replace([...listed.filter(({ userId }) => !updates.has(userId)), ...updates.values()])
      }
    },
  }
}
