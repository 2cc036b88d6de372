import { describe, expect, it } from 'vitest'
import { emptyLanes, messagesToSend } from '#domain/outbox/lanes.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import {
  ended,
  noUploads,
  started,
  tidiedUploads,
  uploadsToStart,
  uploadsToStop,
} from '#domain/outbox/uploads.ts'
import { clientId, conversationId } from '#schemas/ids.ts'

const chat = conversationId('direct', 1)
const picture = (name: string, changes: Partial<UnsentMessage> = {}): UnsentMessage => ({
  clientId: clientId(name),
  conversationId: chat,
  type: 'pic',
  body: '',
  quote: undefined,
  attachment: { fileKey: name, name: `${name}.png`, contentType: 'image/png', size: 1 },
  submittedAt: 0,
  attempt: 1,
  state: 'pending',
  ...changes,
})
const file = (size: number) => ({ fileKey: 'k', name: 'f', contentType: 'image/png', size })
const preparation = { limit: 10 }
const film = (name: string, changes: Partial<UnsentMessage> = {}): UnsentMessage =>
  picture(name, { type: 'video', attachment: file(9_000_000), ...changes })
const text = (name: string): UnsentMessage => ({
  ...picture(name),
  type: 'txt',
  body: name,
  attachment: undefined,
})
const namesOf = (messages: readonly UnsentMessage[]) => messages.map((message) => message.clientId)

describe('files on their way', () => {
  it('go two at once, in the order they were asked for', () => {
    const messages = [picture('a'), text('t'), picture('b'), picture('c')]
    const first = uploadsToStart(messages, noUploads, 0)
    expect(namesOf(first)).toEqual(['a', 'b'])
    const under = started(noUploads, first)
    expect(uploadsToStart(messages, under, 0)).toEqual([])
    const after = ended(under, picture('a'), { kind: 'settled' })
    expect(namesOf(uploadsToStart(messages, after, 0))).toEqual(['c'])
  })

  it('have a place for a small one beside two large ones, and for one alone (DEC-108 DEC-187)', () => {
    const messages = [film('a'), film('b'), film('c'), picture('d'), picture('e')]
    const first = uploadsToStart(messages, noUploads, 0)
    expect(namesOf(first)).toEqual(['a', 'b', 'd'])
    const under = started(noUploads, first)
    expect(uploadsToStart(messages, under, 0)).toEqual([])
    const withoutPicture = ended(under, picture('d'), { kind: 'settled' })
    expect(namesOf(uploadsToStart(messages, withoutPicture, 0))).toEqual(['e'])
    const withoutFilm = ended(under, film('a'), { kind: 'settled' })
    expect(uploadsToStart(messages, withoutFilm, 0)).toEqual([])
  })

  it.each([
    ['of 1,000,000 bytes', picture('x', { attachment: file(1_000_000) }), true],
    ['one byte larger', picture('x', { attachment: file(1_000_001) }), false],
    ['a picture to be made smaller', picture('x', { attachment: { ...file(8_000_000), preparation } }), true],
    ['a video to be made smaller', film('x', { attachment: { ...file(900_000), preparation } }), false],
  ])('%s: small is %3$s (DEC-187)', (_, message, isSmall) => {
    const under = started(noUploads, [film('a'), film('b')])
    const messages = [film('a'), film('b'), message]
    expect(namesOf(uploadsToStart(messages, under, 0))).toEqual(isSmall ? ['x'] : [])
  })

  it('do not go again before the log has folded how they ended, but at once when retried', () => {
    const after = ended(started(noUploads, [picture('a')]), picture('a'), { kind: 'settled' })
    expect(uploadsToStart([picture('a')], after, 0)).toEqual([])
    expect(uploadsToStart([picture('a', { attempt: 2 })], after, 0)).toHaveLength(1)
  })

  it('wait out a pause', () => {
    const after = ended(started(noUploads, [picture('a')]), picture('a'), { kind: 'paused', until: 500 })
    expect(uploadsToStart([picture('a')], after, 499)).toEqual([])
    expect(uploadsToStart([picture('a')], after, 500)).toHaveLength(1)
  })

  it('are not those of a message that failed, has no file, or whose file is there already', () => {
    const body = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
    const messages = [picture('a', { state: 'failed' }), text('t'), picture('b', { body })]
    expect(uploadsToStart(messages, noUploads, 0)).toEqual([])
  })

  it('are given up with their message', () => {
    const under = started(noUploads, [picture('a'), picture('b')])
    expect(uploadsToStop([picture('b')], under)).toEqual(['a'])
    expect(uploadsToStop([picture('a', { state: 'stale' }), picture('b')], under)).toEqual([])
  })
})

describe('a message with a file', () => {
  it('enters its lane when its upload is done, and holds nothing up until then [LIFE-02]', () => {
    const waiting = [picture('a'), text('t')]
    expect(namesOf(messagesToSend(waiting, emptyLanes, 0, true))).toEqual(['t'])
    const body = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
    const uploaded = [picture('a', { body }), text('t')]
    expect(namesOf(messagesToSend(uploaded, emptyLanes, 0, true))).toEqual(['a'])
  })
})

it('how a file ended is remembered only while its message is in the outbox', () => {
  const messages = [picture('a'), picture('b')]
  const over = ended(started(noUploads, messages), picture('a'), { kind: 'settled' })
  const state = ended(over, picture('b'), { kind: 'paused', until: 9 })
  expect(tidiedUploads(state, messages)).toEqual(state)
  expect(tidiedUploads(state, [])).toEqual(noUploads)
})
