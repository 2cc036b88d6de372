import { describe, expect, it } from 'vitest'
import { retryDelay } from '#domain/http/call-limits.ts'
import {
  answeredDelivery,
  type Delivery,
  type DeliveryOutcome,
  isDeliveryLogged,
  pauseAfter,
  unansweredTries,
} from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { clientId, conversationId } from '#schemas/ids.ts'

const message = (name: string): UnsentMessage => ({
  clientId: clientId(name),
  conversationId: conversationId('direct', 1),
  type: 'txt',
  body: name,
  quote: undefined,
  submittedAt: 1000,
  attempt: 3,
  state: 'pending',
})
const one = message('one')
const sending: Delivery = { status: 'sending', conversationId: one.conversationId, unanswered: 2 }
const uploading: Delivery = { status: 'uploading' }
const uploaded: Delivery = { status: 'uploaded', attempt: 3 }
const answered: Delivery = { status: 'answered', upTo: 3 }
const paused: Delivery = { status: 'paused', attempt: 3, until: 9, unanswered: 2 }

const rejected = (isForGood: boolean): DeliveryOutcome => ({
  ...{ kind: 'rejected', code: 1, text: '', isForGood },
})
/** Monotonic ms. */
const now = 1000

describe('a delivery', () => {
  it('counts tries without a response in a row: a response ends the row', () => {
    expect(pauseAfter({ kind: 'unreachable' }, 0, now)?.unanswered).toBe(1)
    expect(pauseAfter({ kind: 'unreachable' }, 1, now)?.unanswered).toBe(2)
    expect(pauseAfter({ kind: 'limited', retryAfter: 9 }, 1, now)?.unanswered).toBe(0)
    expect([undefined, uploading, sending, paused].map(unansweredTries)).toEqual([0, 0, 2, 2])
  })

  it('pauses for the server’s time, or for the backoff without a response', () => {
    expect(pauseAfter({ kind: 'limited', retryAfter: 9 }, 0, now)?.until).toBe(now + 9)
    expect(pauseAfter({ kind: 'unreachable' }, 2, now)?.until).toBe(now + retryDelay(3))
    expect(pauseAfter(rejected(false), 2, now)).toBeUndefined()
  })

  it.each<[string, DeliveryOutcome, Delivery]>([
    ['uploaded', { kind: 'uploaded', body: '' }, uploaded],
    ['rejected', rejected(false), answered],
    ['rejected for good', rejected(true), { status: 'answered', upTo: Number.POSITIVE_INFINITY }],
  ])('that ends as %s does not repeat its attempt', (_, outcome, expected) => {
    expect(answeredDelivery(one, outcome)).toEqual(expected)
  })

  it('is kept while its message is in flight, or unsent and not yet changed by the outcome', () => {
    for (const delivery of [uploading, sending]) expect(isDeliveryLogged(delivery, undefined)).toBe(false)
    for (const delivery of [uploaded, answered, paused]) {
      expect(isDeliveryLogged(delivery, undefined)).toBe(true)
      expect(isDeliveryLogged(delivery, { ...one, state: 'failed' })).toBe(true)
      expect(isDeliveryLogged(delivery, { ...one, body: '' })).toBe(false)
    }
    expect(isDeliveryLogged(uploaded, one)).toBe(true)
  })
})
