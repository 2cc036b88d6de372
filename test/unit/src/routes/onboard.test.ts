import { describe, expect, it } from 'vitest'
import { decideOnboard, onboardParameters } from '#src/routes/onboard.ts'

describe('onboard', () => {
  it('understands eight parameters [BOOT-08]', () => {
    expect([...onboardParameters].sort()).toEqual(
      ['alwaysEnterAsSubmit', 'app', 'brand', 'layout', 'locale', 'redirect', 'screen', 'token'].sort(),
    )
  })

  it('stores host, theme, language and that Enter sends, and leads to its target [I18N-03 SET-19 THEME-03 LAYOUT-12]', () => {
    const decision = decideOnboard({
      app: 'shell',
      layout: 'mini',
      brand: 'tide',
      locale: 'vi-VN',
      alwaysEnterAsSubmit: '1',
      redirect: '/contact',
    })
    expect(decision).toEqual({
      host: { embeddedIn: 'shell', frame: 'mini', isEnterFixed: true },
      preferences: { theme: 'tide', locale: 'vi-VN', isEnterSubmit: true },
      target: '/contact',
    })
  })

  it('changes nothing without parameters, and leads to messages', () => {
    expect(decideOnboard({})).toEqual({ host: {}, preferences: {}, target: '/messages' })
  })

  it('ignores unknown parameters', () => {
    const decision = decideOnboard({ layout: 'huge', brand: 'acme', locale: 'xx', alwaysEnterAsSubmit: '0' })
    expect(decision).toEqual({
      host: { isEnterFixed: false },
      preferences: { isEnterSubmit: false },
      target: '/messages',
    })
  })

  it.each([
    [{ screen: 'contact' }, '/contact'],
    [{ screen: '/my' }, '/my'],
    [{ screen: 'contact', redirect: '/my' }, '/my'],
    [{ redirect: '//evil.example' }, '/messages'],
    [{ redirect: 'https://evil.example' }, '/messages'],
    [{ screen: '/evil.example' }, '/evil.example'],
    [{ screen: '//evil.example' }, '/messages'],
    [{ redirect: '\\\\evil.example', screen: 'my' }, '/my'],
  ])('leads %j to %s, never to another site', (search, target) =>
    expect(decideOnboard(search).target).toBe(target),
  )
})
