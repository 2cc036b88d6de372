import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { paths } from '#src/routes/route-table.ts'
import { openApp } from './open-app.ts'

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sourceFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  )

describe('addresses', () => {
  it('come from the one route table, relative to the root [ROUTE-34]', () => {
    for (const path of Object.values(paths)) expect(path).toMatch(/^\//)
    const written = /['"`]\/(auth|messages|contact|my|users|search|onboard)\b/
    const strays = sourceFiles('src').filter(
      (file) =>
        /\.tsx?$/.test(file) && !file.endsWith('route-table.ts') && written.test(readFileSync(file, 'utf8')),
    )
    expect(strays).toEqual([])
  })

  it.each([
    ['/messages?filter=unread&from=onboard', { filter: 'unread', from: 'onboard' }],
    ['/messages?filter=all', { filter: 'all' }],
    ['/messages?filter=groups&from=elsewhere', { filter: 'groups' }],
    ['/messages?filter=nonsense', {}],
  ])('of messages have a filter and their origin: %s [ROUTE-08]', async (address, search) => {
    const { router } = await openApp(address)
    expect(router.state.matches.at(-1)?._strictSearch).toEqual(search)
  })

  it.each([
    ['/messages/sessions/3?search=41', { search: '41' }],
    ['/messages/sessions/3?fromUnread=1&more=2', { fromUnread: '1' }],
    ['/messages/groups/4?search=41', { search: '41' }],
    ['/messages/groups/4?fromUnread=1&more=2', { fromUnread: '1' }],
  ])(
    'of a conversation take a message and whether to open at the unread: %s [ROUTE-09 ROUTE-10]',
    async (address, search) => {
      const { router } = await openApp(address)
      expect(router.state.matches.at(-1)?._strictSearch).toEqual(search)
    },
  )

  it.each([
    ['/messages/sessions/3/forward', '/messages/sessions/$sessionId/forward'],
    ['/messages/groups/4/forward', '/messages/groups/$groupId/forward'],
  ])('of the forward picker exist under both kinds of conversation: %s [ROUTE-13]', async (path, route) => {
    const { router } = await openApp(`${path}?messageIds[]=12&messageIds[]=9`)
    const last = router.state.matches.at(-1)
    expect(last?.fullPath).toBe(route)
    expect(last?._strictSearch).toEqual({ 'messageIds[]': ['12', '9'] })
  })
})
