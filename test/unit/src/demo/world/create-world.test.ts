import { beforeAll, describe, expect, it } from 'vitest'
import { readGroupNotice } from '#schemas/translate/message-bodies.ts'
import { locales } from '#src/app/locales.ts'
import { createWorld, type World } from '#src/demo/world/create-world.ts'
import { loadSeedTexts } from '#src/demo/world/locale-texts.ts'
import { conversationPlans, totalMessages } from '#src/demo/world/personas.ts'

const moment = Date.UTC(2026, 0, 14, 15)
const day = 24 * 60 * 60 * 1000
/** The server's retention time. */
const retention = 7 * day

describe.each(locales)('the world in %s', (locale) => {
  let world: World
  beforeAll(async () => {
    world = createWorld(await loadSeedTexts(locale), { seed: 1, moment })
  })

  it('is the same for the same seed, and another for another', async () => {
    const seedTexts = await loadSeedTexts(locale)
    expect(createWorld(seedTexts, { seed: 1, moment })).toEqual(world)
    expect(createWorld(seedTexts, { seed: 2, moment }).conversations[0]?.messages).not.toEqual(
      world.conversations[0]?.messages,
    )
  })

  it('has forty conversations and 5,000 messages, one conversation with more than 1,000', () => {
    const counts = world.conversations.map(({ messages }) => messages.length)
    expect(counts).toHaveLength(40)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(totalMessages)
    expect(Math.max(...counts)).toBeGreaterThan(1000)
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  it('numbers messages in the order of time, in each conversation without a gap', () => {
    const all = world.conversations.flatMap(({ messages }) => messages)
    expect(new Set(all.map(({ number }) => number)).size).toBe(totalMessages)
    const inOrder = [...all].sort((left, right) => left.number - right.number)
    expect(inOrder.every(({ sentAt }, index) => sentAt >= (inOrder[index - 1]?.sentAt ?? 0))).toBe(true)
    for (const { messages } of world.conversations) {
      expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, index) => index + 1))
      expect(messages.every(({ sentAt }, index) => sentAt > (messages[index - 1]?.sentAt ?? 0))).toBe(true)
    }
  })

  it('takes place within the last days', () => {
    for (const { messages, plan } of world.conversations) {
      expect(messages[0]?.sentAt).toBeGreaterThan(moment - retention + day)
      expect(messages.at(-1)?.sentAt).toBe(moment - plan.newestAgo * 60_000)
    }
  })

  it('leaves as many messages unread as planned, all of them by others', () => {
    for (const { messages, plan, readUpTo } of world.conversations) {
      const unread = messages.filter(({ number }) => number > readUpTo)
      expect(unread).toHaveLength(plan.unread ?? 0)
      expect(unread.filter(({ speaker }) => speaker === 'me')).toEqual([])
    }
  })

  it('marks all messages before a person’s own last one as read by them', () => {
    for (const { messages, othersReadUpTo, plan } of world.conversations) {
      const theirs = messages.findLast(({ speaker }) => speaker !== 'me')
      expect(othersReadUpTo).toBeGreaterThanOrEqual(theirs?.number ?? 0)
      expect(messages.some(({ number }) => number === othersReadUpTo)).toBe(true)
      const speakers = new Set(messages.map(({ speaker }) => speaker))
      expect([...speakers].every((speaker) => speaker === 'me' || plan.members.includes(speaker))).toBe(true)
    }
  })

  it('fills every slot and leaves no wording unchosen', () => {
    const texts = world.conversations.flatMap(({ messages }) =>
      messages.filter(({ type }) => type === undefined).map(({ text }) => text),
    )
    expect(texts.filter((text) => text.trim() === '' || /[{}|]|undefined/.test(text))).toEqual([])
  })

  it('quotes only others, earlier in the same conversation', () => {
    for (const { messages } of world.conversations) {
      const byNumber = new Map(messages.map((message) => [message.number, message]))
      for (const { number, quotes, speaker } of messages) {
        if (quotes === undefined) continue
        expect(quotes).toBeLessThan(number)
        expect(byNumber.get(quotes)?.speaker).not.toBe(speaker)
      }
    }
    const quoted = world.conversations.flatMap(({ messages }) => messages).filter(({ quotes }) => quotes)
    expect(quoted.length).toBeGreaterThan(50)
  })

  it('has pictures, stickers and voice messages, and a notice before the messages that disappear', () => {
    const pictures = world.conversations.flatMap(({ messages }) =>
      messages.filter(({ type }) => type === 'pic'),
    )
    expect(pictures.length).toBeGreaterThan(3)
    const types = world.conversations.flatMap(({ messages }) => messages.map(({ type }) => type))
    expect(types.filter((type) => type === 'emo').length).toBeGreaterThan(1)
    expect(types.filter((type) => type === 'audio').length).toBeGreaterThan(1)
    const disappearing = world.conversations.filter(({ plan }) => plan.timerSeconds !== undefined)
    for (const { messages, plan } of disappearing) {
      expect(messages.at(-1 - (plan.unread ?? 0))).toMatchObject({ type: 'notice', speaker: plan.members[0] })
    }
  })

  it('has notices of each group’s creation and name', () => {
    const groups = world.conversations.filter(({ plan }) => plan.kind === 'group')
    expect(groups.length).toBeGreaterThan(5)
    for (const { messages, plan } of groups) {
      const owner = plan.isOwned ? 'me' : plan.members[0]
      expect(messages[0]).toMatchObject({ type: 'GroupJoin', speaker: owner })
      const notices = messages.map(({ type, text }) =>
        type === undefined ? undefined : readGroupNotice(text),
      )
      const told = notices.filter((notice) => notice !== undefined)
      expect(told).toMatchObject([
        { kind: 'created', count: plan.members.length },
        { kind: 'renamed', text: world.seedTexts.groups[plan.group ?? 'club'] },
      ])
    }
  })

  it('has a text to be folded, web addresses, and one line from right to left', () => {
    const texts = world.conversations.flatMap(({ messages }) => messages.map(({ text }) => text))
    expect(texts.filter((text) => text.split('\n').length > 18 || text.length > 700)).not.toEqual([])
    expect(texts.filter((text) => /https:\/\/|www\./.test(text)).length).toBeGreaterThan(5)
    expect(texts.filter((text) => /\p{Script=Arabic}/u.test(text))).toHaveLength(1)
  })

  it('repeats a text only much later in a conversation', () => {
    for (const { messages } of world.conversations.filter(({ plan }) => plan.circles.length > 0)) {
      const texts = messages.map(({ text }) => text)
      const again = texts.filter(
        (text, index) => text.length > 14 && texts.slice(Math.max(0, index - 12), index).includes(text),
      )
      expect(again).toEqual([])
    }
  })
})

it('plans conversations of every look', () => {
  const count = (has: (plan: (typeof conversationPlans)[number]) => unknown) =>
    conversationPlans.filter(has).length
  expect(count(({ kind }) => kind === 'group')).toBeGreaterThan(3)
  expect(count(({ kind }) => kind === 'channel')).toBe(1)
  expect(count(({ isMuted }) => isMuted)).toBeGreaterThan(2)
  expect(count(({ isPinned }) => isPinned)).toBeGreaterThan(2)
  expect(count(({ draft }) => draft !== undefined)).toBe(5)
  expect(count(({ unread = 0 }) => unread > 99)).toBe(1)
  expect(count(({ timerSeconds }) => timerSeconds !== undefined)).toBe(1)
})
