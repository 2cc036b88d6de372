import { readStoredRecord } from '../stored-record.ts'

/** Where a tap on a notification leads, until the app can go there [NOTIF-17] (DEC-102). */
export const pendingRouteKey = 'pending-route'
/** A stored route expires after this time, ms. */
const lifetime = 10 * 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function keepPendingRoute(store: Store, route: string, now: number): void {
  store.setItem(pendingRouteKey, JSON.stringify({ key: pendingRouteKey, route, timestamp: now }))
}

/** Takes the kept route out: a path of this app, or undefined when there is none, it is too old, or it is something else. */
export function takePendingRoute(store: Store, now: number): string | undefined {
  const stored = store.getItem(pendingRouteKey)
  store.removeItem(pendingRouteKey)
  const record = readStoredRecord(stored)
  if (typeof record.route !== 'string' || typeof record.timestamp !== 'number') return undefined
  const isOwnPath = /^\/(?![/\\])/.test(record.route)
  return isOwnPath && Math.abs(now - record.timestamp) < lifetime ? record.route : undefined
}
