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
  ['settings/nickname', 'ROUTE-21'],
  ['announcement', 'ROUTE-22'],
  ['members', 'ROUTE-24'],
  ['members/invite', 'ROUTE-24'],
  ['admin', 'ROUTE-25'],
  ['admin/applications', 'ROUTE-25'],
  ['admin/info', 'ROUTE-25'],
  ['admin/admins', 'ROUTE-25'],
  ['admin/admins/add', 'ROUTE-25'],
])('%s exists below groups and not below one-to-one conversations [%s]', async (page) => {
  const routeOf = async (address: string) => (await openApp(address)).router.state.matches.at(-1)?.fullPath
  expect(await routeOf(`/messages/groups/9/${page}`)).toBe(`/messages/groups/$groupId/${page}`)
  expect(await routeOf(`/messages/sessions/9/${page}`)).not.toBe(`/messages/sessions/$sessionId/${page}`)
})
