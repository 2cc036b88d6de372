import { describe, expect, it } from 'vitest'
import { conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { inAccount, listed, peer, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const group = conversationId('group', 7)
const said = received(1, { senderName: 'Captain' }, group)
const facts = { isChannel: false, memberCount: 3, announcement: '', role: 0, isBanned: false }
const walks = listed(
  { title: 'Walks', group: { ...facts, isAllBanned: false, applicationCount: 0 } },
  group,
  userId(0),
)
const friend = (remark: string): NewEvent =>
  inAccount('FriendListed', {
    facts: {
      ...{ userId: peer, nickname: 'Nick', remark, avatarUrl: '', signature: '', chatId: '', gender: 0 },
    },
  })
const removed = inAccount('FriendRemoved', { userId: peer })

describe('a remark for a friend', () => {
  it.each<[string, NewEvent, string]>([
    ['given', friend('Uncle'), 'Uncle'],
    ['taken away', friend(''), 'Captain'],
    ['gone with the friendship', removed, 'Captain'],
  ])(
    'is what an open group, its row and a search in it say at once when it is %s',
    async (_, event, name) => {
      const log = await createTestDevice().openTab()
      void log.append([walks, said, friend(name === 'Uncle' ? '' : 'Uncle')])
      await log.flush()
      const timeline = await log.openTimeline(group)
      const before = timeline.messages.get()[0]?.senderName
      void log.append([event])
      await log.flush()
      const found: string[] = []
      await log.readBackward(group).forEach((stretch) => {
        found.push(...stretch.map(({ senderName }) => senderName))
      })
      expect({
        before,
        open: timeline.messages.get()[0]?.senderName,
        row: log.conversations.get()[0]?.lastMessage?.senderName,
        found,
      }).toEqual({ before: name === 'Uncle' ? 'Captain' : 'Uncle', open: name, row: name, found: [name] })
    },
  )
})
