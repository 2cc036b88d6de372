import { describe, expect, it } from 'vitest'
import type { Step } from '#src/demo/bots/behaviour.ts'
import {
  type GroupBehaviour,
  type GroupMessage,
  type GroupSituation,
  paintingMember,
  silentMember,
  talkativeMember,
} from '#src/demo/bots/group-behaviour.ts'
import { botTexts } from '#src/demo/bots/texts/en-us.ts'
import { createSeededRandom } from '#src/demo/world/seeded-random.ts'

const startedAt = 1_000_000
const second = 1000
const minute = 60 * second
const seeds = Array.from({ length: 30 }, (_, index) => index + 1)

interface Rest extends Partial<Pick<GroupSituation, 'mayWrite' | 'isNewcomer' | 'readUpTo'>> {
  /** Messages before the start. */
  readonly old?: number
}

/**
 * Messages in order, 10 s apart: `>` the bot's own, `*` another bot's, `<` a person's, `!` a notice. `@me` and `@you`
 * mention the bot and somebody else.
 */
function situationOf(lines: readonly string[], { old = 0, ...rest }: Rest = {}): GroupSituation {
  const messages = lines.map((line, index): GroupMessage => {
    const sender = line.charAt(0)
    return {
      id: index + 1,
      isOwn: sender === '>',
      isFromBot: sender === '>' || sender === '*',
      isNotice: sender === '!',
      mention: line.includes('@me') ? 'own' : line.includes('@you') ? 'other' : 'none',
      text: line.slice(2),
      sentAt: startedAt + (index - old) * 10 * second,
    }
  })
  return { messages, startedAt, readUpTo: old, mayWrite: true, isNewcomer: false, ...rest }
}

const decide = (situation: GroupSituation, seed: number, behaviour: GroupBehaviour = talkativeMember) =>
  behaviour(situation, botTexts, createSeededRandom(seed, 'group'))
const said = (steps: readonly Step[]) => steps.flatMap((step) => (step.type === 'say' ? [step.text] : []))
/** The time until the first message, ms; undefined if there is none. */
function untilSpeaking(steps: readonly Step[]): number | undefined {
  const index = steps.findIndex(({ type }) => type !== 'read')
  return index < 0 ? undefined : steps.slice(0, index + 1).reduce((sum, { after }) => sum + after, 0)
}
/** The share of seeds in which the bot speaks within a minute. */
const soon = (situation: GroupSituation) =>
  seeds.filter((seed) => (untilSpeaking(decide(situation, seed)) ?? minute) < minute).length / seeds.length
const topics = botTexts.groupTopics.map(([text]) => text)

describe('a bot in a group', () => {
  it.each([
    ['a mention of it', ['< hello', '< @me dinner?']],
    ['a mention before a message of another bot', ['< @me dinner?', '* sure']],
    ['a mention by another bot', ['* a', '* b', '* c', '* d', '* @me dinner?']],
  ])('answers %s once, within a minute', (_, lines) => {
    for (const seed of seeds) {
      const steps = decide(situationOf(lines), seed)
      expect(steps[0]).toMatchObject({ type: 'read', upTo: lines.length })
      expect(said(steps)).toHaveLength(1)
      expect(untilSpeaking(steps)).toBeLessThan(minute)
    }
    expect(soon(situationOf([...lines, '> soup', '* e', '* f', '* g']))).toBe(0)
  })
  it('answers a person who mentions nobody, but neither mentions of others nor notices', () => {
    expect(soon(situationOf(['< anybody here?']))).toBe(1)
    expect(soon(situationOf(['< are you here, @you?']))).toBe(0)
    expect(soon(situationOf(['> hi', '! somebody joined']))).toBe(0)
  })
  it('ignores messages from before its start', () => {
    expect(soon(situationOf(['< anybody here? @me'], { old: 1 }))).toBe(0)
  })
  it('joins in now and then when another bot writes, until four messages were sent in a row', () => {
    const share = soon(situationOf(['* what a day']))
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.8)
    expect(soon(situationOf(['* one', '* two', '> three', '* four']))).toBe(0)
  })
  it('starts a topic only after minutes of silence', () => {
    for (const seed of seeds) {
      const later = decide(situationOf(['* a', '* b', '* c', '* d']), seed)
      expect(untilSpeaking(later)).toBeGreaterThanOrEqual(5 * minute)
      expect(topics).toContain(said(later)[0])
      const first = decide(situationOf(['< a'], { old: 1 }), seed)
      expect(untilSpeaking(first)).toBeGreaterThanOrEqual(minute)
      expect(untilSpeaking(first)).toBeLessThan(3 * minute)
    }
  })
  it('falls silent when no person reacts to 24 messages, and speaks again to a person', () => {
    const alone = ['< hi', ...Array.from({ length: 24 }, (_, index) => `* ${index}`)]
    expect(seeds.map((seed) => said(decide(situationOf(alone), seed)))).toEqual(seeds.map(() => []))
    expect(soon(situationOf([...alone, '< still there?']))).toBe(1)
  })
  it('greets once after it has joined, unless another bot is greeting', () => {
    const joined = { isNewcomer: true } as const
    expect(said(decide(situationOf(['! it joined'], joined), 1))).toEqual(botTexts.groupGreeting)
    expect(said(decide(situationOf(['! it joined', '> hi'], joined), 1))).not.toEqual(botTexts.groupGreeting)
    expect(said(decide(situationOf(['! it joined', '* hi'], joined), 1))).not.toEqual(botTexts.groupGreeting)
  })
  it('only reads while it is banned', () => {
    for (const seed of seeds)
      expect(decide(situationOf(['< @me?'], { mayWrite: false }), seed)).toMatchObject([{ type: 'read' }])
  })
})

it('a painting bot sends a picture instead of some topics, and answers in words', () => {
  const painted = seeds.map((seed) => decide(situationOf(['* a', '* b', '* c', '* d']), seed, paintingMember))
  const pictures = painted.filter((steps) => steps.some(({ type }) => type === 'paint'))
  expect(pictures.length).toBeGreaterThan(5)
  expect(pictures.length).toBeLessThan(25)
  expect(botTexts.captions).toContain(said(pictures[0] ?? [])[0])
  const answers = seeds.map((seed) => decide(situationOf(['< @me?']), seed, paintingMember))
  expect(answers.flat().filter(({ type }) => type === 'paint')).toEqual([])
})

it('a silent bot reads, and writes nothing even if it is mentioned', () => {
  for (const seed of seeds)
    expect(decide(situationOf(['< @me?']), seed, silentMember)).toMatchObject([{ type: 'read', upTo: 1 }])
})
