import { describe, expect, it } from 'vitest'
import { openWorker } from './open-worker.ts'

describe('the sync event', () => {
  const reminder = { title: 'Chat', body: '2 messages are not sent yet.' }
  const remembering = () => {
    const worker = openWorker()
    worker.stored.set('/unsent-messages', JSON.stringify(reminder))
    return worker
  }

  it('reminds of unsent messages once if no tab is open, and a tap opens the app', async () => {
    const { events, handlers, shown, stored, tap } = remembering()
    await handlers.remind(false)
    expect([...shown.values()]).toMatchObject([
      { title: reminder.title, tag: 'unsent-messages', options: { body: reminder.body } },
    ])
    expect(stored.size).toBe(0)
    await tap('unsent-messages')
    await handlers.remind(true)
    expect([events, shown.size]).toEqual([['window /'], 0])
  })

  it('is left to an open tab, which sends its messages itself: the browser dispatches it again until they are sent', async () => {
    const { handlers, openSendingTab, openTab, shown } = remembering()
    let unsent = 2
    openTab('frozen', undefined)
    openSendingTab(() => unsent)
    await expect(handlers.remind(false)).rejects.toThrow('unsent')
    await handlers.remind(true)
    unsent = 0
    await handlers.remind(false)
    expect(shown.size).toBe(0)
  })

  it('reminds if the only tab is frozen, which a tap focuses', async () => {
    const { events, handlers, openTab, shown, tabs, tap } = remembering()
    openTab('frozen', undefined)
    await handlers.remind(false)
    expect(shown.size).toBe(1)
    await tap('unsent-messages')
    expect([events, tabs.length]).toEqual([['focus frozen'], 1])
  })

  it('changes nothing without unsent messages', async () => {
    const { handlers, shown } = openWorker()
    await handlers.remind(false)
    expect(shown.size).toBe(0)
  })
})
