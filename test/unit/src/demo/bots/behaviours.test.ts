import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { locales } from '#src/app/locales.ts'
import {
  type BotBehaviour,
  type BotMessage,
  findUnanswered,
  type Situation,
  type Step,
} from '#src/demo/bots/behaviour.ts'
import { acceptInvitations, chatterbox, echo, painter, reader, slow } from '#src/demo/bots/behaviours.ts'
import { applyAfter, newcomer } from '#src/demo/bots/running/bot-applications.ts'
import { loadBotTexts } from '#src/demo/bots/start-bots.ts'
import { botTexts } from '#src/demo/bots/texts/en-us.ts'
import { createSeededRandom } from '#src/demo/world/seeded-random.ts'

const startedAt = 1_000_000

/** Messages in order; `<` are the other person's, `>` the bot's; `old` lines lie before the start. */
function situationOf(
  lines: readonly string[],
  rest: { readonly old?: number; readonly readUpTo?: number } = {},
): Situation {
  const messages = lines.map((line, index): BotMessage => {
    const isOld = index < (rest.old ?? 0)
    return {
      id: index + 1,
      isOwn: line.startsWith('>'),
      text: line.slice(2),
      sentAt: isOld ? startedAt - 10_000 + index : startedAt + index,
    }
  })
  return { messages, startedAt, readUpTo: rest.readUpTo ?? rest.old ?? 0 }
}

const decide = (behaviour: BotBehaviour, situation: Situation, seed = 1): readonly Step[] =>
  behaviour(situation, botTexts, createSeededRandom(seed, 'way'))
const said = (steps: readonly Step[]) => steps.flatMap((step) => (step.type === 'say' ? [step.text] : []))
const duration = (steps: readonly Step[]) => steps.reduce((sum, { after }) => sum + after, 0)

const answering = { echo, slow, chatterbox, painter, newcomer } as const
const everyone = { ...answering, reader } as const

describe('the unanswered messages', () => {
  it.each([
    ['new ones', ['> a', '< b', '< c'], {}, ['b', 'c']],
    ['nothing after the own last word', ['< a', '> b'], {}, []],
    ['nothing old that was read', ['< a', '< b'], { old: 2 }, []],
    ['old ones that were never read', ['< a', '< b'], { old: 2, readUpTo: 1 }, ['b']],
  ])('is %s', (_, lines, rest, expected) => {
    expect(findUnanswered(situationOf(lines, rest)).map(({ text }) => text)).toEqual(expected)
  })
})

describe.each(Object.entries(everyone))('%s', (_, behaviour) => {
  it('reads to the newest message before anything else, with a pause', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [first, ...rest] = decide(behaviour, situationOf(['> hi', '< one', '< two']), seed)
      expect(first).toMatchObject({ type: 'read', upTo: 3 })
      expect(first?.after).toBeGreaterThan(500)
      expect(rest.filter(({ type }) => type === 'read')).toEqual([])
    }
  })
  it('ignores old messages', () => {
    const steps = decide(behaviour, situationOf(['> hi', '< an old question?'], { old: 2 }))
    expect(said(steps).join()).not.toContain('old question')
    expect(steps.filter(({ type }) => type === 'read')).toEqual([])
  })
})

describe.each(Object.entries(answering))('%s', (_, behaviour) => {
  it('answers within a minute and a half, never with an empty text', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const steps = decide(behaviour, situationOf(['> hi', '< what’s for dinner?']), seed)
      expect(said(steps).length).toBeGreaterThan(0)
      expect(said(steps).filter((text) => text.trim() === '')).toEqual([])
      expect(duration(steps)).toBeLessThan(90_000)
    }
  })
  it('does not answer its own last message', () => {
    expect(decide(behaviour, situationOf(['< hello', '> hi']))).toEqual([])
  })
})

describe('the echo bot', () => {
  it('repeats the message, with another template each time', () => {
    const lines = ['> hi']
    const echoes = botTexts.echoes.map(() => {
      lines.push('< blue whale')
      const [text = ''] = said(decide(echo, situationOf(lines)))
      lines.push(`> ${text}`)
      return text
    })
    expect(echoes.every((text) => text.includes('blue whale'))).toBe(true)
    expect(new Set(echoes).size).toBe(botTexts.echoes.length)
  })
  it('shortens long texts and ignores placeholders in them', () => {
    const [long = ''] = said(decide(echo, situationOf([`< ${'word '.repeat(200)}`])))
    expect(long.length).toBeLessThan(200)
    expect(said(decide(echo, situationOf(['< costs $& and $1']))).join()).toContain('costs $& and $1')
  })
  it('answers a message without text', () => {
    expect(said(decide(echo, situationOf(['< '])))).toEqual([botTexts.echoOfSilence])
  })
})

describe('the slow bot', () => {
  it('takes its time, and then answers in the topic', () => {
    const answers = botTexts.topics.find(({ words }) => words.includes('rain'))?.answers.flat() ?? []
    for (let seed = 1; seed <= 20; seed++) {
      const steps = decide(slow, situationOf(['< will it rain tomorrow']), seed)
      expect(duration(steps)).toBeGreaterThan(20_000)
      expect(answers.some((answer) => said(steps)[0]?.endsWith(answer))).toBe(true)
    }
  })
  it('does not find topics inside of other words', () => {
    const food = botTexts.topics.find(({ words }) => words.includes('eat'))?.answers.flat() ?? []
    const [text = ''] = said(decide(slow, situationOf(['< the theatre was great'])))
    expect(food.some((answer) => text.endsWith(answer))).toBe(false)
  })
})

describe('the chatterbox bot', () => {
  it('answers with several messages in a row', () => {
    expect(said(decide(chatterbox, situationOf(['< hello']))).length).toBeGreaterThan(1)
  })
  it('starts a topic only after minutes, and only once until it is answered', () => {
    const [first, ...more] = decide(chatterbox, situationOf(['< hi', '> ho'], { old: 2 }))
    expect(first?.after).toBeGreaterThan(2 * 60_000)
    expect(more.length).toBeGreaterThan(0)
    expect(decide(chatterbox, situationOf(['< hi', '> ho', '> guess what'], { old: 2 }))).toEqual([])
  })
  it('does not repeat itself while it has other topics', () => {
    const first = said(decide(chatterbox, situationOf(['< hi', '> ho'], { old: 2 })))
    const lines = ['< hi', ...first.map((text) => `> ${text}`)]
    for (let seed = 1; seed <= 20; seed++) {
      const again = said(decide(chatterbox, situationOf(lines, { old: lines.length }), seed))
      expect(again[0]).not.toBe(first[0])
    }
  })
})

it('a bot accepts an invitation to a group after it has read it, and answers the messages after it', () => {
  const invitation = { groupId: 7, inviterId: userId(5) }
  const { messages, ...rest } = situationOf(['> hi', '< ', '< will you come?'])
  const invited = messages.map((one) => (one.text === '' ? { ...one, invitation } : one))
  const behaviour = acceptInvitations(slow)
  const [read, join, ...more] = decide(behaviour, { ...rest, messages: invited })
  expect(read).toMatchObject({ type: 'read', upTo: 3 })
  expect(join).toMatchObject({ type: 'join', messageId: 2, invitation })
  expect(said(more)).toEqual(botTexts.invitationAnswer)
  const answered = { id: 4, isOwn: true, text: 'thanks', sentAt: startedAt + 9 }
  const next = { id: 5, isOwn: false, text: 'rain?', sentAt: startedAt + 10 }
  const later = decide(behaviour, { ...rest, messages: [...invited, answered, next] })
  expect(later.map(({ type }) => type)).toEqual(['read', 'say'])
})

it('the painter sends a picture and a caption', () => {
  const steps = decide(painter, situationOf(['< hello']))
  expect(steps.at(-2)?.type).toBe('paint')
  expect(botTexts.captions).toContain(said(steps).at(-1))
})

it('the reader never sends a message', () => {
  for (let seed = 1; seed <= 20; seed++)
    expect(said(decide(reader, situationOf(['< hello?']), seed))).toEqual([])
})

describe('the newcomer bot', () => {
  it('greets once it has become a friend, and only once', () => {
    expect(said(decide(newcomer, situationOf([])))).toEqual(botTexts.greeting)
    expect(decide(newcomer, situationOf(['> hi'], { old: 1 }))).toEqual([])
  })
  it.each([
    [{ isFriend: false, isFreshWorld: true }, true],
    [{ isFriend: true, isFreshWorld: true }, false],
    [{ isFriend: false, isFreshWorld: false }, false],
  ])('applies about a minute after the start of a new world: %o', (acquaintance, isApplying) => {
    const after = applyAfter(acquaintance, createSeededRandom(1, 'apply'))
    expect(after !== undefined).toBe(isApplying)
    if (after !== undefined) expect(Math.abs(after - 60_000)).toBeLessThan(20_000)
  })
})

describe.each(locales)('the texts of bots in %s', (locale) => {
  it('is complete, and short enough for an application [FRIEND-21]', async () => {
    const own = await loadBotTexts(locale)
    expect(own.echoes.every((echo) => echo.includes('{text}'))).toBe(true)
    expect(own.topics).toHaveLength(botTexts.topics.length)
    for (const text of [own.application, own.groupApplication])
      expect([...text].length).toBeLessThanOrEqual(30)
    expect(own.groupTopics).toHaveLength(botTexts.groupTopics.length)
    expect(own.topics.every(({ words }) => words.every((word) => word === word.toLowerCase()))).toBe(true)
  })
})
