import { userId as toUserId, type UserId } from '#schemas/ids.ts'
import { readStoredRecord } from '#schemas/json-text.ts'

/** The storage key of the route of a tapped notification, until the app can open it [NOTIF-17] (DEC-102). */
export const pendingRouteKey = 'pending-route'
/** A stored route expires after this time, ms. */
const lifetime = 10 * 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A route to open, and the account that it belongs to; any account if absent. */
export interface PendingRoute {
  readonly route: string
  readonly account?: UserId | undefined
}

/** Returns the record of a route as JSON: its key, the route and a timestamp [NOTIF-17]. */
export function writePendingRoute({ route, account }: PendingRoute, now: number): string {
  const owner = account === undefined ? {} : { userId: account }
  return JSON.stringify({ key: pendingRouteKey, route, timestamp: now, ...owner })
}

export function storePendingRoute(store: Store, pending: PendingRoute, now: number): void {
  store.setItem(pendingRouteKey, writePendingRoute(pending, now))
}

/**
 * Removes and returns the stored route; undefined if there is none, it is too old, or it is not a path of this app.
 */
export function takePendingRoute(store: Store, now: number): PendingRoute | undefined {
  const stored = store.getItem(pendingRouteKey)
  store.removeItem(pendingRouteKey)
  return readPendingRoute(stored, now)
}

/** Reads a record; undefined if it is too old, or its route is not a path of this app. */
export function readPendingRoute(stored: string | null, now: number): PendingRoute | undefined {
  const { route, timestamp, userId } = readStoredRecord(stored)
  if (typeof route !== 'string' || typeof timestamp !== 'number') return undefined
  const isOwnPath = /^\/(?![/\\])/.test(route)
  if (!isOwnPath || Math.abs(now - timestamp) >= lifetime) return undefined
  return { route, ...(typeof userId === 'number' ? { account: toUserId(userId) } : {}) }
}

/** Removes the stored route unless `isSignedIn` is true of its account. */
export function removePendingRouteUnless(store: Store, isSignedIn: (account: UserId) => boolean): void {
  const { userId } = readStoredRecord(store.getItem(pendingRouteKey))
  if (typeof userId === 'number' && !isSignedIn(toUserId(userId))) store.removeItem(pendingRouteKey)
}
