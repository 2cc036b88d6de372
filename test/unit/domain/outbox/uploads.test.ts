import { describe, expect, it } from 'vitest'
import { emptyLanes, messagesToSend } from '#domain/outbox/lanes.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { ended, noUploads, started, uploadsToStart, uploadsToStop } from '#domain/outbox/uploads.ts'
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
