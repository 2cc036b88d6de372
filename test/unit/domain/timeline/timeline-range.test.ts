import { describe, expect, it } from 'vitest'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { rangeToLoad, selectRange } from '#domain/timeline/timeline-range.ts'
import { buildTimelineView } from '#domain/timeline/timeline-view.ts'
import { type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, client, deleted, idOf, inChat, logged, me, range, received, submitted } from '../log-events.ts'

const placed = (...sequences: readonly number[]) => new Map(sequences.map((sequence) => [sequence, true]))
const given = (...ranges: readonly (readonly [number, number])[]): readonly NewEvent[] =>
  ranges.flatMap(([from, to]) => range(from, to).map((sequence) => received(sequence)))

/** Folds events and reads their timeline with a detached window at this position. */
const shown = (
  events: readonly NewEvent[],
  detachedWindow: number | undefined,
  hiddenMessages: readonly ServerId[] = [],
) => {
  const state = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
  const nothing = serverId(0)
  const marks = {
    readUpTo: nothing,
    peerReadUpTo: nothing,
    profile: undefined,
    hiddenMessages: new Set(hiddenMessages),
  }
  const { messages, range } = buildTimelineView(state, marks, new WeakMap(), detachedWindow)
  return { bodies: messages.map(({ body }) => body), range }
}
const texts = (from: number, to: number) => range(from, to).map((sequence) => `text ${sequence}`)

describe('the shown range', () => {
  it('is the newest one without a detached window, and undefined without messages', () => {
    expect(selectRange(placed(1, 2, 7, 8), undefined)).toEqual({ from: 7, to: 8, isDetached: false })
    expect(selectRange(placed(), 3)).toBeUndefined()
  })

  it('is the one around the detached window, on both sides of its message', () => {
    expect(selectRange(placed(1, 4, 3, 2, 7, 8), 3)).toEqual({ from: 1, to: 4, isDetached: true })
  })

  it('is the newest one again once the detached window reaches it', () => {
    const events = given([3, 5], [9, 10])
    expect(shown(events, 4)).toEqual({ bodies: texts(3, 5), range: { from: 3, to: 5, isDetached: true } })
    expect(shown([...events, ...given([6, 8])], 4)).toEqual({
      bodies: texts(3, 10),
      range: { from: 3, to: 10, isDetached: false },
    })
  })

  it('grows by messages adjacent to the detached window, and not across a gap', () => {
    const events = given([10, 12], [30, 31])
    expect(shown([...events, received(13), received(9), received(15), received(32)], 11).bodies).toEqual(
      texts(9, 13),
    )
  })

  it('has no unsent messages in a detached window', () => {
    const events = [...given([3, 4], [9, 9]), submitted(client('own'), 550_000, 'on its way')]
    expect(shown(events, 3).bodies).toEqual(texts(3, 4))
    expect(shown(events, undefined).bodies).toEqual(['text 9', 'on its way'])
  })

  it('excludes messages without a number beyond the ends of the detached window', () => {
    const unnumbered = [2, 4, 7].map((id) => received(id, { sequence: undefined, body: `loose ${id}` }))
    const events = [...given([3, 3], [5, 5], [4, 4], [9, 9]), ...unnumbered]
    expect(shown(events, 3).bodies).toEqual(texts(3, 5))
  })
})

describe('a detached window', () => {
  it('stays when its message is deleted, because a tombstone keeps the number', () => {
    expect(shown([...given([3, 5], [9, 9]), deleted(4)], 4).bodies).toEqual(['text 3', 'text 5'])
  })

  it('that was partly cleared continues with the rest', () => {
    const cleared = inChat('ConversationCleared', { through: idOf(4), sequence: 4, activeAt: 1 })
    expect(shown([...given([3, 6], [9, 9]), cleared], 4).bodies).toEqual(texts(5, 6))
  })

  it('that was cleared or trimmed is replaced by the newest range', () => {
    const cleared = inChat('ConversationCleared', { through: idOf(7), sequence: 7, activeAt: 1 })
    const trimmed = inChat('HistoryTrimmed', { from: 1, before: 9, beforeId: idOf(9) })
    for (const event of [cleared, trimmed])
      expect(shown([...given([3, 6], [9, 9]), event], 4)).toEqual({
        bodies: ['text 9'],
        range: { from: 9, to: 9, isDetached: false },
      })
  })

  it('without visible messages is replaced by the newest range', () => {
    const events = given([3, 4], [9, 9])
    expect(shown([...events, deleted(3, 4)], 4).bodies).toEqual(['text 9'])
    expect(shown(events, 4, [idOf(3), idOf(4)]).bodies).toEqual(['text 9'])
  })

  it('never shows expired or hidden messages [BURN-10]', () => {
    const expired = inChat('MessagesExpired', { serverIds: [idOf(4)] })
    expect(shown([...given([3, 6], [9, 9]), expired], 4, [idOf(5)]).bodies).toEqual(['text 3', 'text 6'])
  })

  it('is removed with the conversation', () => {
    expect(shown([...given([3, 6], [9, 9]), inChat('ConversationRemoved', {})], 4)).toEqual({
      bodies: [],
      range: undefined,
    })
  })
})

describe('the range read around a message', () => {
  const far = { from: 5000, to: 5200 }
  it.each([
    ['some of both sides', 1000, { from: 1, to: 5200 }, far, 0, { from: 900, to: 1100 }],
    ['no more than is held', 1000, { from: 980, to: 1010 }, far, 0, { from: 980, to: 1010 }],
    ['nothing that was cleared', 1000, { from: 1, to: 5200 }, far, 960, { from: 961, to: 1100 }],
    [
      'all up to the newest range when that is near',
      4500,
      { from: 1, to: 5200 },
      far,
      0,
      { from: 4400, to: 4999 },
    ],
    ['a hole is never read', 4900, { from: 4800, to: 4950 }, far, 0, { from: 4800, to: 4950 }],
    ['a message of the newest range', 5100, { from: 1, to: 5200 }, far, 0, { from: 5000, to: 5100 }],
  ] as const)('is %s', (_, sequence, held, newest, cleared, range) => {
    expect(rangeToLoad(sequence, held, newest, cleared)).toEqual(range)
  })
})
