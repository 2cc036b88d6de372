import { expect, it } from 'vitest'
import { openApp } from './open-app.ts'

it.each(['/messages/sessions/4/settings', '/messages/groups/9/settings'])(
  'settings are below %s [ROUTE-12]',
  async (address) => {
    const { router } = await openApp(address)
    expect(router.state.location.href).toBe(address)
    expect(router.state.matches.at(-1)?.routeId).toMatch(/\/settings$/)
  },
)
