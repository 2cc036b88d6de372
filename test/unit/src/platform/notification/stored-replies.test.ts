import { describe, expect, it } from 'vitest'
import { eraseRepliesUnless } from '#src/platform/notification/stored-replies.ts'
import { ann, ben, openWorker, room } from '#test/unit/src/service-worker/open-worker.ts'

describe('a reply in a notification', () => {
  it('is sent by a tab of its account, which then marks the conversation as read', async () => {
    const { events, handlers, openTab, opened, payload, shown, stored, tap } = openWorker()
    openTab('other account', ben, { isFocused: true })
    const log = openTab('own', ann)
    await handlers.show(payload())
    await tap('7 s:12', 'reply', ' on my way ')
    await expect.poll(() => log.replies).toMatchObject([{ conversation: room, text: 'on my way' }])
    await expect.poll(() => stored.size).toBe(0)
    expect([events, opened, shown.size]).toEqual([['own reads s:12 3'], [], 0])
  })

  it('opens the app if its account has no tab, and waits for it', async () => {
    const { events, handlers, openTab, payload, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12', 'reply', 'one')
    await handlers.show(payload())
    await tap('7 s:12', 'reply', 'two')
    expect(events).toEqual(['window /', 'window /'])
    expect(openTab('other account', ben).replies).toEqual([])
    const log = openTab('started', ann)
    await expect.poll(() => log.replies.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('is sent by one of several tabs that start', async () => {
    const { handlers, openTab, payload, stored, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12', 'reply', 'once')
    const logs = [openTab('first', ann), openTab('second', ann)]
    await expect.poll(() => stored.has('/pending-route')).toBe(false)
    await expect.poll(() => stored.size).toBe(0)
    expect(logs.flatMap(({ replies }) => replies)).toHaveLength(1)
  })

  it('waits until its conversation is known, and is sent again with the same id', async () => {
    const { handlers, openTab, payload, stored, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12', 'reply', 'to somebody new')
    const early = openTab('early', ann)
    early.knows = false
    await expect.poll(() => stored.size).toBe(1)
    const [kept = ''] = stored.values()
    early.knows = true
    early.grow()
    await expect.poll(() => early.replies).toHaveLength(1)
    expect(early.replies[0]?.id).toBe(JSON.parse(kept).id)
    expect(early.replies[0]?.id).toMatch(/^\w{18,}$/)
    await expect.poll(() => stored.size).toBe(0)
  })

  it('without a text opens the conversation, as in browsers that have no field for it', async () => {
    const { events, handlers, openTab, payload, tap } = openWorker()
    const log = openTab('own', ann)
    await handlers.show(payload())
    await tap('7 s:12', 'reply', ' ')
    expect([events, log.replies]).toEqual([['focus own'], []])
  })

  it('keeps its notification if the device cannot store it', async () => {
    const { caches, handlers, payload, shown, tap } = openWorker()
    await handlers.show(payload())
    const { put } = await caches.open('')
    Object.assign(await caches.open(''), {
      put: async () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await expect(tap('7 s:12', 'reply', 'not lost')).rejects.toThrow('full')
    expect(shown.size).toBe(1)
    Object.assign(await caches.open(''), { put })
  })

  it('is erased when its account signs out', async () => {
    const { caches, handlers, payload, stored, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12', 'reply', 'secret')
    await eraseRepliesUnless(caches, (account) => account === ann)
    expect([...stored.values()].join()).toContain('secret')
    await eraseRepliesUnless(caches, (account) => account === ben)
    expect([...stored.values()].join()).not.toContain('secret')
  })
})
