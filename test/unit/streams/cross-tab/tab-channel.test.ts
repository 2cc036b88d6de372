import { describe, expect, it } from 'vitest'
import { channelName } from '#schemas/cross-tab/tab-message.ts'
import { userId } from '#schemas/ids.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'

function open() {
  const listeners = new Set<(message: unknown) => void>()
  const posted: unknown[] = []
  const faults: string[] = []
  const port = {
    post: (message: unknown) => void posted.push(message),
    subscribe(listener: (message: unknown) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const channel = createTabChannel(port, { next: () => 0.5 }, { fault: ({ kind }) => void faults.push(kind) })
  const heard: string[] = []
  const subscription = channel.messages$.subscribe(({ type }) => heard.push(type))
  return {
    channel,
    faults,
    heard,
    listeners,
    posted,
    subscription,
    hear(message: unknown) {
      for (const listener of listeners) listener(message)
    },
  }
}

describe('the channel between tabs', () => {
  it('has the name every tab knows [XTAB-01]', () => {
    expect(channelName).toBe('chat-intercom-channel')
  })

  it('adds a tab id of 4 characters to its messages [XTAB-03]', () => {
    const { channel, posted } = open()
    channel.post({ type: 'update-auth-credentials', userId: userId(7) })
    expect(posted).toEqual([
      { type: 'update-auth-credentials', userId: 7, tab: expect.stringMatching(/^[A-Za-z0-9]{4}$/) },
    ])
  })

  it('receives that another tab changed the stored credentials [XTAB-10]', () => {
    const { hear, heard } = open()
    hear({ type: 'update-auth-credentials', tab: 'abcd', userId: 7 })
    expect(heard).toEqual(['update-auth-credentials'])
  })

  it.each([
    ['an unknown kind', { type: 'nonsense', tab: 'abcd' }],
    ['a field that does not fit', { type: 'tab-visibility', tab: 'abcd', account: 7, isVisible: 'yes' }],
    ['no message at all', 'hello'],
  ])('reports %s and drops it [XTAB-04]', (_, message) => {
    const { faults, hear, heard } = open()
    hear(message)
    hear({ type: 'reconnect', tab: 'abcd', account: 7 })
    expect(faults).toEqual(['cross-tab message'])
    expect(heard).toEqual(['reconnect'])
  })

  it('ignores the messages of the log', () => {
    const { faults, hear, heard } = open()
    hear({ kind: 'log.advanced', account: 7, segment: 3 })
    expect([faults, heard]).toEqual([[], []])
  })

  it('stops listening with its last listener', () => {
    const { listeners, subscription } = open()
    subscription.unsubscribe()
    expect(listeners.size).toBe(0)
  })
})
