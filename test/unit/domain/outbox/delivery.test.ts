import { describe, expect, it } from 'vitest'
import { retryDelay } from '#domain/http/call-limits.ts'
import {
  type Deliveries,
  type Delivery,
  deliveryAfter,
  unansweredTries,
  withDelivery,
  withoutPauses,
  withoutSettled,
} from '#domain/outbox/delivery.ts'
import type { DeliveryOutcome } from '#domain/outbox/delivery-outcome.ts'
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
const sending = (unanswered: number): Delivery => ({
  ...{ status: 'sending', conversationId: one.conversationId, unanswered },
})

const rejected = (isForGood: boolean): DeliveryOutcome => ({
  ...{ kind: 'rejected', code: 1, text: '', isForGood },
})
/** Monotonic ms. */
const now = 1000

describe('a delivery', () => {
  it('counts tries without an answer in a row: an answer ends the row', () => {
    const triesAfter = (before: Delivery, outcome: DeliveryOutcome) =>
      unansweredTries(deliveryAfter(one, before, outcome, now))
    expect(triesAfter(sending(0), { kind: 'unreachable' })).toBe(1)
    expect(triesAfter(sending(1), { kind: 'unreachable' })).toBe(2)
    expect(triesAfter(sending(1), { kind: 'limited', retryAfter: 9 })).toBe(0)
    expect(unansweredTries(undefined)).toBe(0)
  })

  it('pauses for as long as the server says, or as the backoff of calls says without an answer', () => {
    const limited = deliveryAfter(one, undefined, { kind: 'limited', retryAfter: 9 }, now)
    expect(limited).toEqual({ status: 'paused', attempt: 3, until: now + 9, unanswered: 0 })
    const unreachable = deliveryAfter(one, sending(2), { kind: 'unreachable' }, now)
    expect(unreachable).toEqual({ status: 'paused', attempt: 3, until: now + retryDelay(3), unanswered: 3 })
  })

  it.each<[string, DeliveryOutcome, Delivery]>([
    ['uploaded', { kind: 'uploaded', body: '' }, { status: 'uploaded', attempt: 3 }],
    ['rejected', rejected(false), { status: 'answered', upTo: 3 }],
    ['rejected for good', rejected(true), { status: 'answered', upTo: Number.POSITIVE_INFINITY }],
  ])('that ends as %s does not repeat its attempt', (_, outcome, expected) => {
    expect(deliveryAfter(one, sending(1), outcome, now)).toEqual(expected)
  })
})

describe('deliveries', () => {
  const paused: Delivery = { status: 'paused', attempt: 3, until: 9, unanswered: 2 }
  const all: Deliveries = new Map([
    [clientId('one'), sending(2)],
    [clientId('two'), paused],
    [clientId('three'), { status: 'answered', upTo: 3 }],
  ])

  it('are kept only while their message is unsent or in flight', () => {
    expect(withoutSettled(all, [message('one'), message('two'), message('three')])).toBe(all)
    expect(withoutSettled(all, [])).toEqual(new Map([[clientId('one'), sending(2)]]))
  })

  it('lose their pauses and their counted failures after a login', () => {
    expect(withoutPauses(all)).toEqual(
      new Map<unknown, Delivery>([
        [clientId('one'), sending(0)],
        [clientId('three'), { status: 'answered', upTo: 3 }],
      ]),
    )
  })

  it('hold one delivery for each message', () => {
    expect(withDelivery(all, clientId('one'), paused).get(clientId('one'))).toEqual(paused)
    expect(all.get(clientId('one'))).toEqual(sending(2))
  })
})
