import { describe, expect, it } from 'vitest'
import type { AppRouter } from '#src/routes/router.tsx'
import { addressOf, openApp, prepareApp, runGuards, signedOut } from './open-app.ts'

const isFound = (router: AppRouter): boolean =>
  router.state.matches.every(({ status, _notFound }) => status === 'success' && _notFound !== true)

describe('protected pages', () => {
  it.each(['/messages', '/messages/sessions/3', '/contact', '/contact/add', '/users/2', '/my'])(
    'open %s when signed in',
    async (address) => {
      const { router } = await openApp(address)
      expect(addressOf(router)).toBe(address)
      expect(isFound(router)).toBe(true)
    },
  )

  it('lead to sign-in when signed out, which remembers the whole address [ROUTE-28]', async () => {
    const { router } = await openApp('/messages/sessions/3?search=7', { authentication: signedOut })
    expect(router.state.location.pathname).toBe('/auth/sign-in')
    expect(router.state.location.search).toEqual({ redirect: '/messages/sessions/3?search=7' })
  })

  it('lead to the account switch when accounts are stored and none is chosen [ROUTE-29]', async () => {
    const { router } = await openApp('/contact', {
      authentication: { status: 'signed-out', chosen: undefined },
    })
    expect(addressOf(router)).toBe('/auth/switch')
    expect(router.state.location.state.redirect).toBe('/contact')
  })

  it('lead to sign-in instead when embedded [ROUTE-29]', async () => {
    const opening = {
      authentication: { status: 'signed-out', chosen: undefined },
      embeddedIn: 'shell',
    } as const
    const { router } = await openApp('/contact', opening)
    expect(router.state.location.pathname).toBe('/auth/sign-in')
  })

  it('wait until the signed-in account is known', async () => {
    const { router, view } = prepareApp('/my', { authentication: { status: 'starting' } })
    const loading = runGuards(router)
    view.set({ ...view.get(), status: 'signed-in' })
    await loading
    expect(addressOf(router)).toBe('/my')
  })

  it('are left when the account signs out and the guards run again [ROUTE-28]', async () => {
    const { router, view } = await openApp('/my')
    view.set({ ...view.get(), ...signedOut })
    await runGuards(router)
    expect(router.state.location.pathname).toBe('/auth/sign-in')
  })
})

describe('paths', () => {
  it.each(['/nowhere', '/messages/nowhere', '/messages/sessions', '/auth/nowhere', '/contact/x/y/z'])(
    'that match no route, such as %s, lead to messages [ROUTE-27]',
    async (address) => {
      const { router } = await openApp(address)
      expect(addressOf(router)).toBe('/messages')
    },
  )

  it.each(['/users/abc', '/users/0', '/messages/sessions/-1', '/messages/sessions/1.5'])(
    'that match but have no data, such as %s, stay and show not found [ROUTE-32]',
    async (address) => {
      const { router } = await openApp(address)
      expect(router.state.location.pathname).toBe(address)
      expect(isFound(router)).toBe(false)
    },
  )
})

describe('the entry screen', () => {
  it('sends the signed-in to messages [BOOT-09]', async () => {
    expect(addressOf((await openApp('/')).router)).toBe('/messages')
  })

  it('sends the signed-out to sign-in [BOOT-10]', async () => {
    expect(addressOf((await openApp('/', { authentication: signedOut })).router)).toBe('/auth/sign-in')
  })

  it('leads to messages before the first check, which counts as done then [BOOT-11]', async () => {
    const opening = { authentication: signedOut, preferences: { hasCheckedCompatibility: false } }
    const { router, preferences } = await openApp('/', opening)
    expect(router.state.location.search).toEqual({ redirect: '/messages' })
    expect(preferences.get().hasCheckedCompatibility).toBe(true)
  })

  it('stays, with the compatibility page, in an incompatible browser [BOOT-12]', async () => {
    const { router } = await openApp('/', { isBrowserCompatible: false })
    expect(addressOf(router)).toBe('/')
  })
})

describe('queries', () => {
  it.each<[string, object, string]>([
    ['/auth/sign-in?phone=0138&redirect=%2Fmy&other=1', { phone: '0138', redirect: '/my' }, 'ROUTE-03'],
    ['/auth/sign-up?phone=0138&redirect=%2Fmy', { phone: '0138' }, 'ROUTE-04'],
    ['/auth/agreement?phone=1', {}, 'ROUTE-05'],
    ['/users/2?from=onboard', { from: 'onboard' }, 'ROUTE-06'],
    ['/messages?filter=unread&from=onboard', { filter: 'unread', from: 'onboard' }, 'ROUTE-08'],
    ['/messages?filter=starred&from=elsewhere', {}, 'ROUTE-08'],
    ['/messages/sessions/3?search=7&fromUnread=1', { search: '7', fromUnread: '1' }, 'ROUTE-09'],
    [
      '/contact/friend-request?id=5&code=c&key=k&groupId=1&sessionId=2&source=search&x=1',
      { id: '5', code: 'c', key: 'k', groupId: '1', sessionId: '2', source: 'search' },
      'FRIEND-12',
    ],
  ])('of %s are read as %j [%s]', async (address, search) => {
    const { router } = await openApp(address)
    expect(router.state.matches.at(-1)?.search).toMatchObject(search)
  })

  it('of onboard choose looks and host, and are left behind [THEME-03 LAYOUT-12 I18N-03]', async () => {
    const { router, host, preferences } = await openApp(
      '/onboard?layout=mini&app=shell&brand=ember&locale=zh-TW&screen=my',
    )
    expect(addressOf(router)).toBe('/my')
    expect(host.get()).toMatchObject({ embeddedIn: 'shell', frame: 'mini' })
    expect(preferences.get()).toMatchObject({ theme: 'ember', locale: 'zh-TW' })
  })
})
