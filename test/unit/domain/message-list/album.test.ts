import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { rowPreview } from '#domain/formats/preview.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { clientIdOfPart, isSameSend } from '#domain/message-list/album.ts'
import { albumLayout, mostInAlbum, withWholeSends } from '#domain/message-list/album-layout.ts'
import { buildRows } from '#domain/message-list/rows.ts'
import { clientMessageId } from '#schemas/wire/message.ts'
import * as log from '../log-events.ts'
import { me, received, sent, startOfDay } from './messages.ts'

const send = 'abcdefghijklmnopqrst'
const other = 'tsrqponmlkjihgfedcba'
/** A part of a send; all within a minute. */
const part = (index: number, fields: Partial<TimelineMessage> = {}, of = send): TimelineMessage =>
  received(index + 1, {
    clientId: clientIdOfPart(of, index),
    type: 'pic',
    sentAt: startOfDay + index * 1000,
    ...fields,
  })

const rowsOf = (messages: readonly TimelineMessage[], firstUnread?: number) =>
  buildRows({ messages, start: 0, end: messages.length, firstUnread, zone: 'UTC' }).flatMap(
    ({ rows }) => rows,
  )
/** The rows as text: albums as "2 pictures", with "+ caption". */
const shapes = (messages: readonly TimelineMessage[], firstUnread?: number) =>
  rowsOf(messages, firstUnread).map((row) =>
    row.kind === 'album' ? `${row.messages.length}${row.caption ? ' + caption' : ''}` : row.kind,
  )
const text = (index: number, of = send) => part(index, { type: 'txt', body: 'By the lake' }, of)

describe('the client ids of a send', () => {
  it('have 20 alphanumeric characters, and differ in their index alone [MSG-40]', () => {
    const ids = Array.from({ length: 1200 }, (_, index) => clientIdOfPart(send, index))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(clientMessageId.safeParse(id).success).toBe(true)
    expect(isSameSend(part(0), part(1199))).toBe(true)
    expect(isSameSend(part(0), part(0, {}, other))).toBe(false)
    expect(isSameSend(received(1), received(2))).toBe(false)
  })
})

describe('an album', () => {
  it('contains the pictures and videos of one send, and its text as caption', () => {
    expect(shapes([part(0), part(1, { type: 'video' }), text(2)])).toEqual(['2 + caption'])
    expect(shapes([received(0), part(0), part(1), part(2), received(9)])).toEqual(['message', '3', 'message'])
  })
  it('is not made of one picture, of two sends, or of messages without such ids', () => {
    expect(shapes([part(0), text(1)])).toEqual(['message', 'message'])
    expect(shapes([part(0), part(0, {}, other)])).toEqual(['message', 'message'])
    expect(shapes([received(1, { type: 'pic' }), received(2, { type: 'pic' })])).toEqual([
      'message',
      'message',
    ])
    expect(shapes([part(0), part(1, { senderId: me })])).toEqual(['message', 'message'])
  })
  it('ends at a file, at the unread divider and at a message of another person', () => {
    expect(shapes([part(0), part(1), part(2, { type: 'file' }), part(3), part(4)])).toEqual([
      '2',
      'message',
      '2',
    ])
    expect(shapes([part(0), part(1), part(2)], 2)).toEqual(['2', 'unread', 'message'])
    expect(shapes([part(0), part(1), sent(9), part(2), part(3)])).toEqual(['2', 'message', '2'])
  })
  it('has at most nine pictures, whichever of them are deleted', () => {
    const parts = Array.from({ length: 12 }, (_, index) => part(index))
    expect(shapes(parts)).toEqual([`${mostInAlbum}`, '3'])
    expect(shapes(parts.filter((_, index) => index !== 4))).toEqual(['8', '3'])
  })
  it('has the position of all its parts in the run', () => {
    const positions = rowsOf([received(0, { sentAt: startOfDay }), part(0), part(1), text(2)])
    expect(positions).toMatchObject([{ position: 'first' }, { kind: 'album', position: 'last' }])
  })
  it('is never cut by the window', () => {
    const messages = [received(0), part(0), part(1), text(2), received(9)]
    expect(withWholeSends(messages, { start: 2, end: 3 })).toEqual({ start: 1, end: 4 })
    const whole = { start: 0, end: 5 }
    expect(withWholeSends(messages, whole)).toBe(whole)
    expect(withWholeSends([], { start: 0, end: 0 })).toEqual({ start: 0, end: 0 })
  })
})

describe('the list row of a conversation', () => {
  const stored = (index: number, type: 'pic' | 'video' | 'txt') =>
    log.received(index + 1, { clientId: clientIdOfPart(send, index), type, body: 'By the lake' })
  const preview = (events: Parameters<typeof log.logged>[0]) => {
    const state = log
      .logged([log.listed(), ...events])
      .reduce(evolveConversations, initialConversations(log.me))
      .byId.get(log.chat)
    const row = state && summarize(state, log.me, '')
    return row && rowPreview(row)
  }
  it('counts the pictures and videos of the last send, before its caption', () => {
    const pictures = [stored(0, 'pic'), stored(1, 'pic'), stored(2, 'video')]
    const count = { pictures: 2, videos: 1 }
    expect(preview(pictures)).toEqual({ kind: 'album', count, text: '' })
    expect(preview([...pictures, stored(3, 'txt')])).toEqual({ kind: 'album', count, text: 'By the lake' })
  })
  it('does not count deleted parts, and shows a single picture as one', () => {
    expect(preview([stored(0, 'pic'), stored(1, 'pic'), log.deleted(1)])).toMatchObject({ kind: 'label' })
    expect(preview([log.received(1), stored(1, 'pic')])).toMatchObject({ kind: 'label' })
    expect(preview([stored(0, 'pic'), stored(1, 'txt')])).toMatchObject({ kind: 'text' })
  })
})

describe('the layout of an album', () => {
  const side = fc.integer({ min: 1, max: 5000 })
  const sizes = fc.array(fc.record({ width: side, height: side }), { minLength: 2, maxLength: mostInAlbum })

  it('fills its area with tiles in order that do not overlap', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const { ratio, tiles } = albumLayout(all)
        expect(tiles).toHaveLength(all.length)
        expect(ratio).toBeGreaterThan(0.4)
        expect(tiles.reduce((area, { width, height }) => area + width * height, 0)).toBeCloseTo(1)
        for (const [index, tile] of tiles.entries()) {
          const next = tiles[index + 1]
          const isBeside = next && Math.abs(next.left - (tile.left + tile.width)) < 1e-9
          const isBelow = next && next.left === 0 && Math.abs(next.top - (tile.top + tile.height)) < 1e-9
          expect(next === undefined || isBeside || isBelow).toBe(true)
        }
      }),
      { seed: 1, numRuns: 200 },
    )
  })
  it('leaves each tile of a narrow page at least 24 px', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const { ratio, tiles } = albumLayout(all)
        for (const { width, height } of tiles) {
          expect(width * 280).toBeGreaterThan(24)
          expect((height * 280) / ratio).toBeGreaterThan(24)
        }
      }),
      { seed: 2, numRuns: 200 },
    )
  })
  it('puts two of three landscape pictures next to each other', () => {
    for (const width of [1.35, 1.5, 16 / 9]) {
      const { ratio, tiles } = albumLayout([1, 2, 3].map(() => ({ width: width * 600, height: 600 })))
      expect(tiles.filter(({ top }) => top > 0).length, `${width}`).toBeLessThan(3)
      expect(ratio, `${width}`).toBeGreaterThanOrEqual(0.85)
    }
  })
  it('is known for pictures without a size', () => {
    expect(albumLayout([{}, {}, {}]).tiles).toHaveLength(3)
  })
})
