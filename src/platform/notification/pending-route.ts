import { readStoredRecord } from '../stored-record.ts'

/** The storage key of the route of a tapped notification, until the app can open it [NOTIF-17] (DEC-102). */
export const pendingRouteKey = 'pending-route'
/** A stored route expires after this time, ms. */
const lifetime = 10 * 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function storePendingRoute(store: Store, route: string, now: number): void {
  store.setItem(pendingRouteKey, JSON.stringify({ key: pendingRouteKey, route, timestamp: now }))
}

/**
 * Removes and returns the stored route; undefined if there is none, it is too old, or it is not a path of this app.
 */
export function takePendingRoute(store: Store, now: number): string | undefined {
  const stored = store.getItem(pendingRouteKey)
  store.removeItem(pendingRouteKey)
  const record = readStoredRecord(stored)
  if (typeof record.route !== 'string' || typeof record.timestamp !== 'number') return undefined
  const isOwnPath = /^\/(?![/\\])/.test(record.route)
  return isOwnPath && Math.abs(now - record.timestamp) < lifetime ? record.route : undefined
}
