import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import {
  removePendingRouteUnless,
  storePendingRoute,
  takePendingRoute,
} from '#src/platform/notification/pending-route.ts'

function createStore() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

describe('the route of a tapped notification', () => {
  it('is kept with its key and time, and taken once [NOTIF-17]', () => {
    const store = createStore()
    storePendingRoute(store, { route: '/messages/sessions/5' }, 1000)
    expect(JSON.parse(store.getItem('pending-route') ?? '')).toEqual({
      key: 'pending-route',
      route: '/messages/sessions/5',
      timestamp: 1000,
    })
    expect(takePendingRoute(store, 2000)).toEqual({ route: '/messages/sessions/5' })
    expect(takePendingRoute(store, 2000)).toBeUndefined()
  })

  it('names the account of the notification, and goes when that account signs out [NOTIF-17 AUTH-17]', () => {
    const store = createStore()
    const pending = { route: '/messages/sessions/5', account: userId(8) }
    storePendingRoute(store, pending, 1000)
    removePendingRouteUnless(store, (account) => account === 8)
    expect(takePendingRoute(store, 2000)).toEqual(pending)
    storePendingRoute(store, pending, 1000)
    removePendingRouteUnless(store, (account) => account === 7)
    expect(store.getItem('pending-route')).toBeNull()
  })

  it.each([
    ['another site', '//evil.example'],
    ['another site in disguise', '/\\evil.example'],
    ['a script', 'javascript:alert(1)'],
  ])('is never %s', (_, route) => {
    const store = createStore()
    storePendingRoute(store, { route }, 1000)
    expect(takePendingRoute(store, 1000)).toBeUndefined()
  })

  it.each([['{'], ['5'], ['{"route":1,"timestamp":1}']])('is passed over when it is %s', (stored) => {
    const store = createStore()
    store.setItem('pending-route', stored)
    expect(takePendingRoute(store, 1)).toBeUndefined()
  })

  it('is forgotten after ten minutes', () => {
    const store = createStore()
    storePendingRoute(store, { route: '/messages' }, 0)
    expect(takePendingRoute(store, 600_000)).toBeUndefined()
  })
})
