import { describe, expect, it } from 'vitest'
import {
  type Deliveries,
  type Delivery,
  deliveryAfter,
  unansweredTries,
  withDelivery,
  withoutPauses,
  withoutSettled,
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
const sending = (unanswered: number): Delivery => ({
  ...{ status: 'sending', conversationId: one.conversationId, unanswered },
})

describe('a delivery', () => {
  it('counts tries without an answer in a row: an answer ends the row', () => {
    const unanswered = { kind: 'paused', until: 9, isUnanswered: true } as const
    const first = deliveryAfter(one, sending(0), unanswered)
    expect(unansweredTries(first)).toBe(1)
    expect(unansweredTries(deliveryAfter(one, sending(1), unanswered))).toBe(2)
    const limited = deliveryAfter(one, sending(1), { ...unanswered, isUnanswered: false })
    expect(unansweredTries(limited)).toBe(0)
    expect(unansweredTries(undefined)).toBe(0)
  })

  it.each([
    ['uploaded', { status: 'uploaded', attempt: 3 }],
    ['completed', { status: 'answered', upTo: Number.POSITIVE_INFINITY }],
    ['rejected', { status: 'answered', upTo: 3 }],
  ] as const)('that ends as %s does not repeat its attempt', (kind, expected) => {
    expect(deliveryAfter(one, sending(1), { kind })).toEqual(expected)
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
