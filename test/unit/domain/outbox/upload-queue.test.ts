import { describe, expect, it } from 'vitest'
import type { Deliveries, Delivery } from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { messagesToSend } from '#domain/outbox/send-queue.ts'
import { uploadsToStart, uploadsToStop } from '#domain/outbox/upload-queue.ts'
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

const uploading = (...messages: readonly UnsentMessage[]): Deliveries =>
  new Map(messages.map((message) => [message.clientId, { status: 'uploading' }]))
const withDelivery = (deliveries: Deliveries, name: string, delivery: Delivery): Deliveries =>
  new Map([...deliveries, [clientId(name), delivery]])
const none: Deliveries = new Map()
const uploaded: Delivery = { status: 'uploaded', attempt: 1 }
const startedOf = (messages: readonly UnsentMessage[], deliveries: Deliveries, now = 0) =>
  namesOf(uploadsToStart(messages, deliveries, now))

describe('uploads', () => {
  it('run two at a time, oldest first', () => {
    const messages = [picture('a'), text('t'), picture('b'), picture('c')]
    expect(startedOf(messages, none)).toEqual(['a', 'b'])
    const running = uploading(picture('a'), picture('b'))
    expect(startedOf(messages, running)).toEqual([])
    expect(startedOf(messages, withDelivery(running, 'a', uploaded))).toEqual(['c'])
  })

  it('admit one small file in addition to two large ones (DEC-108 DEC-187)', () => {
    const messages = [film('a'), film('b'), film('c'), picture('d'), picture('e')]
    expect(startedOf(messages, none)).toEqual(['a', 'b', 'd'])
    const running = uploading(film('a'), film('b'), picture('d'))
    expect(startedOf(messages, running)).toEqual([])
    expect(startedOf(messages, withDelivery(running, 'd', uploaded))).toEqual(['e'])
    expect(startedOf(messages, withDelivery(running, 'a', uploaded))).toEqual([])
  })

  it.each([
    ['a file of 1,000,000 bytes', picture('x', { attachment: file(1_000_000) }), true],
    ['a file one byte larger', picture('x', { attachment: file(1_000_001) }), false],
    ['a picture to transcode', picture('x', { attachment: { ...file(8_000_000), preparation } }), true],
    ['a video to transcode', film('x', { attachment: { ...file(900_000), preparation } }), false],
  ])('count %s as small: $2 (DEC-187)', (_, message, isSmall) => {
    const messages = [film('a'), film('b'), message]
    expect(startedOf(messages, uploading(film('a'), film('b')))).toEqual(isSmall ? ['x'] : [])
  })

  it('do not start again before the log has folded their end, but do when the user retries', () => {
    for (const end of [uploaded, { status: 'answered', upTo: 1 } as const]) {
      const deliveries = withDelivery(none, 'a', end)
      expect(startedOf([picture('a')], deliveries)).toEqual([])
      expect(startedOf([picture('a', { attempt: 2 })], deliveries)).toEqual(['a'])
    }
  })

  it('wait until their pause is over', () => {
    const deliveries = withDelivery(none, 'a', { status: 'paused', attempt: 1, until: 500, unanswered: 0 })
    expect(startedOf([picture('a')], deliveries, 499)).toEqual([])
    expect(startedOf([picture('a')], deliveries, 500)).toEqual(['a'])
  })

  it('skip a failed message, one without a file, and one whose file is uploaded', () => {
    const body = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
    const messages = [picture('a', { state: 'failed' }), text('t'), picture('b', { body })]
    expect(startedOf(messages, none)).toEqual([])
  })

  it('stop when their message is discarded', () => {
    const running = uploading(picture('a'), picture('b'))
    expect(uploadsToStop([picture('b')], running)).toEqual(['a'])
    expect(uploadsToStop([picture('a', { state: 'stale' }), picture('b')], running)).toEqual([])
  })
})

describe('a message with a file', () => {
  it('enters its queue when its upload is done, and blocks nothing until then [LIFE-02]', () => {
    const options = { deliveries: none, now: 0, isConnected: true }
    expect(namesOf(messagesToSend([picture('a'), text('t')], options))).toEqual(['t'])
    const body = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
    expect(namesOf(messagesToSend([picture('a', { body }), text('t')], options))).toEqual(['a'])
  })
})
