import { expect, it } from 'vitest'
import { addressOf, openApp } from './open-app.ts'

const openedAt = async (address: string) => {
  const { router } = await openApp(address)
  const [match] = router.state.matches.slice(-1)
  return { address: addressOf(router), path: match?.fullPath, search: match?.search }
}

it('a group has an address with the queries from and remark [ROUTE-07]', async () => {
  expect(await openedAt('/groups/4?from=onboard&remark=Hello')).toMatchObject({
    ...{ path: '/groups/$groupId', search: { from: 'onboard', remark: 'Hello' } },
  })
})

it.each(['/messages/sessions/4', '/messages/groups/9'])(
  'collections, and one of them, are below %s [ROUTE-16]',
  async (conversation) => {
    expect((await openedAt(`${conversation}/collections`)).path).toMatch(/\/collections\/?$/)
    const one = await openedAt(`${conversation}/collections/7?fallback=media`)
    expect(one).toMatchObject({ search: { fallback: 'media' } })
    expect(one.path).toMatch(/\/collections\/\$collectionId$/)
  },
)

it('the link of a group has a page that shares its code, below groups only [ROUTE-23]', async () => {
  const page = '/messages/groups/$groupId/qrcode'
  expect((await openedAt('/messages/groups/9/qrcode')).path).toBe(page)
  expect(await openedAt('/messages/groups/9/qrcode/share?code=abc')).toMatchObject({
    ...{ path: `${page}/share`, search: { code: 'abc' } },
  })
  for (const below of ['qrcode', 'qrcode/share', 'qr-code'])
    expect((await openedAt(`/messages/sessions/9/${below}`)).path).not.toContain(below)
})

it.each([
  ['/messages/groups/9/qr-code', '/messages/groups/9/qrcode'],
  ['/messages/groups/9/qr-code/share?code=a%20b#top', '/messages/groups/9/qrcode/share?code=a+b#top'],
])('%s redirects to %s [ROUTE-23]', async (alias, address) => {
  expect((await openedAt(alias)).address).toBe(address)
})

it.each([
  'settings/nickname',
  'announcement',
  'members',
  'members/invite',
  'admin',
  'admin/applications',
  'admin/info',
  'admin/admins',
  'admin/admins/add',
])('%s is below groups only [ROUTE-21 ROUTE-22 ROUTE-24 ROUTE-25]', async (page) => {
  expect((await openedAt(`/messages/groups/9/${page}`)).path).toMatch(
    new RegExp(`^/messages/groups/\\$groupId/${page}/?$`),
  )
  expect((await openedAt(`/messages/sessions/9/${page}`)).path).not.toContain(page)
})

it.each(['onboard', 'comm'])('a person has an address with the query from=%s [ROUTE-06]', async (from) => {
  expect(await openedAt(`/users/4?from=${from}`)).toMatchObject({ path: '/users/$userId', search: { from } })
})
