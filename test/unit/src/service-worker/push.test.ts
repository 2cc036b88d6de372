import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import { ann, ben, group, openWorker, room } from './open-worker.ts'

describe('a push message', () => {
  it('is shown with the texts and actions of the server; the next one of its conversation replaces it', async () => {
    const { badge, handlers, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ conversation: group, title: 'Walks' }))
    await handlers.show(payload({ message: serverId(4), body: 'Hi' }))
    expect([...shown.keys()]).toEqual(['7 s:12', '7 g:5'])
    expect(shown.get('7 s:12')).toMatchObject({
      title: 'Ben',
      data: { account: ann, conversation: room, message: 4 },
      options: {
        body: 'Hi',
        silent: false,
        renotify: true,
        actions: [
          { action: 'read', title: 'Mark as read' },
          { action: 'reply', title: 'Reply', type: 'text' },
        ],
      },
    })
    expect(badge()).toBe(2)
  })

  it('is not shown while a visible tab shows its account', async () => {
    const { handlers, openTab, payload, shown } = openWorker()
    openTab('hidden', ann)
    openTab('other account', ben, { isVisible: true })
    openTab('frozen', undefined, { isVisible: true })
    await handlers.show(payload())
    expect(shown.size).toBe(1)
    shown.clear()
    openTab('visible', ann, { isVisible: true })
    await handlers.show(payload())
    expect(shown.size).toBe(0)
  })

  it('closes the notifications of conversations that were read elsewhere', async () => {
    const { handlers, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ account: ben }))
    await handlers.show(payload({ conversation: group, read: [room] }))
    expect([...shown.keys()]).toEqual(['8 s:12', '7 g:5'])
  })

  it('about a deleted message replaces its text silently', async () => {
    const { handlers, payload, shown } = openWorker()
    await handlers.show(payload({ body: 'regretted' }))
    await handlers.show(payload({ body: 'Message deleted', isCorrection: true }))
    expect(shown.get('7 s:12')?.options).toMatchObject({
      body: 'Message deleted',
      silent: true,
      renotify: false,
    })
    expect(JSON.stringify([...shown])).not.toContain('regretted')
  })

  it.each([undefined, '', 'text', '{}', '{"account":7,"message":1,"conversation":"/evil"}'])(
    'that is not one of ours, %s, shows nothing',
    async (text) => {
      const { handlers, shown } = openWorker()
      await handlers.show(text)
      expect(shown.size).toBe(0)
    },
  )
})

describe('a tap on a notification', () => {
  it('stores the pending route and opens it in a tab of its account, the visible one first [NOTIF-17 SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, tap } = openWorker()
    openTab('other account', ben, { isVisible: true, isFocused: true })
    openTab('hidden', ann)
    await handlers.show(payload({ conversation: group }))
    openTab('visible', ann, { isVisible: true })
    await tap('7 g:5')
    expect(events).toEqual(['focus visible'])
    await expect.poll(() => opened).toEqual([{ route: '/messages/groups/5', account: ann }])
  })

  it('opens it in another tab if its account has none, which changes to the account [SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    await tap('7 s:12', 'reply')
    expect(events).toEqual(['focus other account'])
    await expect.poll(() => opened).toEqual([{ route: '/messages/sessions/12', account: ann }])
  })

  it('opens the app if no tab is open, which finds the stored record once [NOTIF-17 SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, stored, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12')
    expect(events).toEqual(['window /'])
    const record = { key: 'pending-route', route: '/messages/sessions/12', timestamp: 1000, userId: 7 }
    expect([...stored.values()].map((text) => JSON.parse(text))).toEqual([record])
    openTab('started', ann, { isVisible: true })
    openTab('second', ann)
    await expect.poll(() => opened).toEqual([{ route: '/messages/sessions/12', account: ann }])
    expect(stored.size).toBe(0)
  })
})

describe('the actions of a notification', () => {
  it('mark the conversation as read in a tab of the account, by the channel [SW-18]', async () => {
    const { badge, events, handlers, openTab, opened, payload, shown, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    openTab('own', ann)
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['own reads s:12 3'])
    expect([shown.size, badge(), opened]).toEqual([0, 0, []])
  })

  it('mark it as read on the server if its account has no tab', async () => {
    const { events, handlers, openTab, payload, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['server reads s:12 3'])
  })

  it('open the conversation if neither a tab nor the server can mark it as read', async () => {
    const { events, handlers, page, payload, tap } = openWorker()
    await handlers.show(payload({ readKey: 'expired' }))
    await tap('7 s:12', 'read')
    page.isOffline = true
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    page.isOffline = false
    page.isHanging = true
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['server reads s:12 3', 'window /', 'window /', 'window /'])
  })
})

describe('a tab that opens', () => {
  it('closes the notifications of its account only', async () => {
    const { handlers, openTab, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ account: ben }))
    openTab('started', ann)
    await expect.poll(() => [...shown.keys()]).toEqual(['8 s:12'])
  })
})
