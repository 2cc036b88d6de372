import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import { getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { createDeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import { confirmed, first, listed, openAccount, received } from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const message = serverId(10)

/** An account whose device deleted a message for itself, unread or read, before it was deleted for everyone. */
async function deletedForAll(unreadIds?: (typeof message)[]) {
  const here = { serverIds: [message], ...(unreadIds ? { unreadIds } : {}) }
  const account = await openAccount([
    ...[listed(first), received(first, confirmed(1))],
    { stream: first, type: 'MessagesDeleted', data: here, occurredAt: 1, origin: 'local' },
  ])
  account.caller.reply(getDeleteChat, answers([message]))
  const heard: unknown[] = []
  account.log.appended$.subscribe((events) => heard.push(...events.map(({ type }) => type)))
  const look = () =>
    createDeletionWatch().look({ ...account, signal: new AbortController().signal }, [
      { conversationId: first, deletedAt: undefined, hadMessages: true },
    ])
  return { account, heard, look }
}

describe('a deletion for everyone of a message that this device has deleted for itself', () => {
  it('lowers the unread count once if the message was unread', async () => {
    const { account, heard, look } = await deletedForAll([message])
    const isCounted = () => account.log.syncState(first)?.isCountedThoughDeleted(message)
    expect(isCounted()).toBe(true)
    await Promise.all([look(), account.clock.advance(16)])
    expect(isCounted()).toBe(false)
    await Promise.all([look(), account.clock.advance(16)])
    expect(heard).toEqual(['MessagesDeleted'])
  })

  it('changes nothing if the message was read', async () => {
    const { account, heard, look } = await deletedForAll()
    await Promise.all([look(), account.clock.advance(16)])
    expect(heard).toEqual([])
  })
})
