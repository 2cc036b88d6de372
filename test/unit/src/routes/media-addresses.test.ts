import { describe, expect, it } from 'vitest'
import { conversationId, serverId } from '#schemas/ids.ts'
import { mediaHref, viewerHref } from '#src/features/media/media-links.ts'
import { openApp } from './open-app.ts'

describe('addresses of media', () => {
  it.each([
    ['/messages/sessions/3/media#videos', 'videos'],
    ['/messages/groups/7/media', ''],
  ])('name a conversation and a tab: %s [ROUTE-17]', async (address, hash) => {
    const { router } = await openApp(address)
    expect(router.state.matches.at(-1)?.fullPath).toMatch(/\/media$/)
    expect(router.state.location.hash).toBe(hash)
  })

  it.each([
    ['/messages/sessions/3/media/41', {}],
    ['/messages/groups/7/media/41?filterTypes=video', { filterTypes: ['video'] }],
    ['/messages/sessions/3/media/41?filterTypes=file&filterTypes=pic', { filterTypes: ['pic', 'file'] }],
    ['/messages/sessions/3/media/41?filterTypes=images', {}],
  ])('name a message and the types of the carousel: %s [ROUTE-18]', async (address, search) => {
    const { router } = await openApp(address)
    const match = router.state.matches.at(-1)
    expect(match?.fullPath).toMatch(/\/media\/\$messageId$/)
    expect(match?._strictSearch).toEqual(search)
  })

  it('are written as they are read (DEC-97)', () => {
    const session = conversationId('direct', 3)
    expect(mediaHref(session, 'images')).toBe('/messages/sessions/3/media#images')
    expect(viewerHref(conversationId('group', 7), serverId(41))).toBe('/messages/groups/7/media/41')
    expect(viewerHref(session, serverId(41), ['pic', 'video'])).toBe(
      '/messages/sessions/3/media/41?filterTypes=pic&filterTypes=video',
    )
  })
})
