import { expect, it } from 'vitest'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import { getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { folded, openAccount } from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const group = conversationId('group', 4)
const message = {
  serverId: serverId(7),
  sequence: 2,
  senderId: userId(9),
  senderName: 'Cyd',
  senderAvatarUrl: '',
  type: 'txt',
  body: 'only heard of',
  sentAt: 1,
} as const

it('a group known only from a message is removed with its data if the list does not have it [SESS-26 LIFE-18]', async () => {
  const account = await openAccount()
  const { caller, clock, log } = account
  caller.reply(getAllSessionList, async () => answers({ ChatSessions: [], Groups: [] }))
  void log.append([
    { stream: group, type: 'MessageReceived', data: { message }, occurredAt: 1, origin: 'socket' },
  ])
  await folded(clock)
  expect(log.knownConversations()).toContain(group)
  const fetching = fetchConversations({ ...account, signal: new AbortController().signal })
  await folded(clock)
  await folded(clock)
  await fetching
  expect(log.knownConversations()).toEqual([])
  expect(log.syncState(group)).toBeUndefined()
})
