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

it.each([
  ['the own name [ROUTE-21]', 'settings/nickname'],
  ['the announcement [ROUTE-22]', 'announcement'],
  ['the members [ROUTE-24]', 'members'],
  ['the invitation of members [ROUTE-24]', 'members/invite'],
  ['administration [ROUTE-25]', 'admin'],
  ['join requests [ROUTE-25]', 'admin/applications'],
  ['group info [ROUTE-25]', 'admin/info'],
  ['the administrators [ROUTE-25]', 'admin/admins'],
  ['their adding [ROUTE-25]', 'admin/admins/add'],
])('%s exists below groups and not below one-to-one conversations', async (_, page) => {
  const routeOf = async (address: string) => (await openApp(address)).router.state.matches.at(-1)?.fullPath
  expect(await routeOf(`/messages/groups/9/${page}`)).toBe(`/messages/groups/$groupId/${page}`)
  expect(await routeOf(`/messages/sessions/9/${page}`)).not.toBe(`/messages/sessions/$sessionId/${page}`)
})
