import { expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getAllSessionList, type WireChatSession } from '#schemas/wire/calls/conversations.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { first, folded, openAccount } from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const row = (IsTop: 0 | 1): WireChatSession => ({
  ...{ ID: 1, UserID: 8, NickName: 'Ben', UnReadCount: 0, IsTop, IsNotDisturb: 0, IsNewSession: 0 },
  ...{ ReadDelete: 0, LastReadDelete: 0 },
})
const settled = (requestId: string): NewEvent => ({
  stream: first,
  type: 'SettingResolved',
  data: { setting: 'pinned', isOn: true, requestId, isAccepted: true },
  occurredAt: 1,
  origin: 'http',
})

it('a list that was requested before a pin was confirmed does not remove the pin [SESS-45]', async () => {
  const account = await openAccount()
  const { caller, clock, log } = account
  const isPinned = () => log.conversations.get().find(({ id }) => id === first)?.isPinned
  let answer = () => {}
  const reply = new Promise<void>((resolve) => {
    answer = resolve
  })
  caller.reply(getAllSessionList, async () => {
    await reply
    return answers({ ChatSessions: [row(0)], Groups: [] })
  })
  const fetching = fetchConversations({ ...account, signal: new AbortController().signal })
  const asked = log.dispatch({ type: 'SetOwnSetting', conversationId: first, setting: 'pinned', isOn: true })
  await folded(clock)
  await asked
  const [setting] = log.outbox.get().settings
  void log.append([settled(setting?.requestId ?? '')])
  await folded(clock)
  answer()
  await folded(clock)
  await folded(clock)
  await fetching
  expect(isPinned()).toBe(true)
  // The next list is newer than the pin, so its value counts.
  const again = fetchConversations({ ...account, signal: new AbortController().signal })
  await folded(clock)
  await folded(clock)
  await again
  expect(isPinned()).toBe(false)
})
