import { describe, expect, it } from 'vitest'
import { leadOn } from '#src/routes/entering.ts'
import { addressOf, type Opening, prepareApp, runGuards, signedOut } from './open-app.ts'

/** Where somebody is led on without the router, and where the router would lead them. */
const compare = async (address: string, opening: Opening) => {
  const { client, host, preferences, view } = prepareApp(address, opening)
  const isBrowserCompatible = () => opening.isBrowserCompatible ?? true
  const context = { client, host, preferences, isBrowserCompatible }
  const lead = (href: string): string => {
    const { pathname, search } = new URL(href, 'https://origin.invalid')
    const next = leadOn({ href, pathname, search }, view.get(), context)
    return next === undefined ? href : lead(next)
  }
  const led = lead(address)
  const { router } = prepareApp(address, opening)
  await runGuards(router)
  return { led, routed: addressOf(router) }
}

const switching: Partial<Opening['authentication']> = { status: 'signed-out', chosen: undefined }

describe('without the router', () => {
  it.each([
    ['/auth/sign-in?phone=139', { authentication: signedOut }],
    ['/auth/privacy', { authentication: signedOut }],
    ['/', { authentication: signedOut }],
    ['/', { authentication: signedOut, preferences: { hasCheckedCompatibility: false } }],
    ['/messages', { authentication: signedOut }],
    ['/messages/sessions/3?search=7', { authentication: signedOut }],
    ['/nowhere', { authentication: signedOut }],
    ['/auth/nowhere', { authentication: signedOut }],
    ['/contact', { authentication: switching }],
    ['/contact', { authentication: switching, embeddedIn: 'shell' }],
    ['/onboard?locale=vi-VN&redirect=/contact', { authentication: signedOut }],
  ] satisfies readonly (readonly [string, Opening])[])(
    'whoever opens %s and needs no account is led where the router leads [BOOT-08 BOOT-11 ROUTE-27 ROUTE-28 ROUTE-29]',
    async (address, opening) => {
      const { led, routed } = await compare(address, opening)
      expect(decodeURIComponent(led)).toBe(decodeURIComponent(routed))
    },
  )

  it.each(['/messages', '/'])('nobody is led on from %s before it is known who is signed in', (address) => {
    const app = prepareApp(address, { authentication: { status: 'starting' } })
    const place = { href: address, pathname: address, search: '' }
    const context = { ...app, isBrowserCompatible: () => true }
    expect(leadOn(place, app.view.get(), context)).toBeUndefined()
  })

  it('the page for browsers that are not known to work stays [BOOT-12]', () => {
    const app = prepareApp('/', { authentication: signedOut })
    const context = { ...app, isBrowserCompatible: () => false }
    expect(leadOn({ href: '/', pathname: '/', search: '' }, app.view.get(), context)).toBeUndefined()
  })
})
