import { describe, expect, it } from 'vitest'
import type { Deliveries, Delivery } from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { inFlightLimit, messagesToSend } from '#domain/outbox/send-queue.ts'
import { clientId, conversationId } from '#schemas/ids.ts'

const now = 10_000

const unsent = (name: string, state: UnsentMessage['state'], conversation = 1): UnsentMessage => ({
  clientId: clientId(name),
  conversationId: conversationId('direct', conversation),
  type: 'txt',
  body: name,
  quote: undefined,
  submittedAt: 1000,
  attempt: 1,
  state,
})

const deliveriesOf = (entries: Readonly<Record<string, Delivery>>): Deliveries =>
  new Map(Object.entries(entries).map(([name, delivery]) => [clientId(name), delivery]))

const sending = (messages: readonly UnsentMessage[]): Deliveries =>
  new Map(
    messages.map((message) => [
      message.clientId,
      { status: 'sending', conversationId: message.conversationId, unanswered: 0 },
    ]),
  )

const leaving = (messages: readonly UnsentMessage[], deliveries: Deliveries, isConnected = true) =>
  messagesToSend(messages, { deliveries, now, isConnected }).map((message) => message.body)

describe('a conversation’s queue (DEC-108)', () => {
  it.each([
    {
      given: 'a pending one in front',
      front: 'pending',
      isPaused: false,
      isConnected: true,
      leaves: ['front'],
    },
    { given: 'a pending one that waits', front: 'pending', isPaused: true, isConnected: true, leaves: [] },
    {
      given: 'a pending one that waits, unconnected',
      front: 'pending',
      isPaused: true,
      isConnected: false,
      leaves: [],
    },
    { given: 'a stale one in front', front: 'stale', isPaused: false, isConnected: true, leaves: ['front'] },
    {
      given: 'a stale one in front, unconnected',
      front: 'stale',
      isPaused: false,
      isConnected: false,
      leaves: ['front'],
    },
    {
      given: 'a stale one with three unanswered tries',
      front: 'stale',
      isPaused: true,
      unanswered: 3,
      isConnected: true,
      leaves: [],
    },
    {
      given: 'a stale one with four unanswered tries',
      front: 'stale',
      isPaused: true,
      unanswered: 4,
      isConnected: true,
      leaves: ['next'],
    },
    {
      given: 'a stale one with four unanswered tries and no connection',
      front: 'stale',
      isPaused: true,
      unanswered: 4,
      isConnected: false,
      leaves: [],
    },
    { given: 'a rejected one', front: 'failed', isPaused: false, isConnected: true, leaves: ['next'] },
  ] as const)(
    'sends the right message, given $given',
    ({ front, isPaused, isConnected, leaves, ...tries }) => {
      const unanswered = 'unanswered' in tries ? tries.unanswered : 1
      const paused: Delivery = { status: 'paused', attempt: 1, until: now + 1, unanswered }
      const deliveries = deliveriesOf(isPaused ? { front: paused } : {})
      expect(leaving([unsent('front', front), unsent('next', 'pending')], deliveries, isConnected)).toEqual(
        leaves,
      )
    },
  )

  it('has one message in flight, and eight are in flight over all', () => {
    const messages = Array.from({ length: 12 }, (_, index) => unsent(`m${index}`, 'pending', index + 1))
    const chosen = messagesToSend(messages, { deliveries: new Map(), now, isConnected: true })
    expect(chosen).toHaveLength(inFlightLimit)
    expect(leaving(messages, sending(chosen))).toEqual([])
    const busy = sending([unsent('m0', 'pending')])
    expect(leaving([unsent('m0', 'pending'), unsent('later', 'pending')], busy)).toEqual([])
  })

  it('stays blocked by a message in flight that the user has discarded', () => {
    expect(leaving([unsent('later', 'pending')], sending([unsent('gone', 'pending')]))).toEqual([])
  })

  it('does not send an answered message again before the log has folded the response', () => {
    const deliveries = deliveriesOf({ front: { status: 'answered', upTo: 1 } })
    expect(leaving([unsent('front', 'pending'), unsent('next', 'pending')], deliveries)).toEqual(['next'])
    expect(leaving([{ ...unsent('front', 'pending'), attempt: 2 }], deliveries)).toEqual(['front'])
  })

  it('does not apply the pause of one attempt to the next attempt', () => {
    const deliveries = deliveriesOf({
      front: { status: 'paused', attempt: 1, until: now + 1, unanswered: 1 },
    })
    expect(leaving([{ ...unsent('front', 'pending'), attempt: 2 }], deliveries)).toEqual(['front'])
  })
})
