import { expect, it } from 'vitest'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { userId } from '#schemas/ids.ts'
import { askTabs, createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'

const isReply = (message: TabMessage): message is Extract<TabMessage, { type: 'tab-visibility' }> =>
  message.type === 'tab-visibility'

function ask() {
  const bus = createBus()
  const open = () => createTabChannel(bus.open(), { next: () => 0.5 }, { fault: () => {} })
  const [asker, other] = [open(), open()]
  const clock = new SimulatedClock()
  const heard: string[] = []
  const replies: (boolean | 'over')[] = []
  other.messages$.subscribe(({ type }) => heard.push(type))
  const question = askTabs({ tabs: asker, clock }, { type: 'reconnect', account: userId(7) }, isReply)
  const subscription = question.subscribe({
    next: ({ isVisible }) => replies.push(isVisible),
    complete: () => replies.push('over'),
  })
  const reply = (isVisible: boolean) => other.post({ type: 'tab-visibility', account: userId(7), isVisible })
  return { clock, heard, other, replies, reply, subscription }
}

it('sends the question once and waits 15 s for replies of other tabs [XTAB-02]', async () => {
  const { clock, heard, replies, reply } = ask()
  reply(true)
  await clock.advance(14_999)
  reply(false)
  await clock.advance(1)
  reply(true)
  expect(heard).toEqual(['reconnect'])
  expect(replies).toEqual([true, false, 'over'])
})

it('ignores other messages, and all messages after the last unsubscription', () => {
  const { other, replies, reply, subscription } = ask()
  other.post({ type: 'ask-leader-state', account: userId(7) })
  reply(true)
  subscription.unsubscribe()
  reply(false)
  expect(replies).toEqual([true])
})
