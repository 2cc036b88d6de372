import { expect, it } from 'vitest'
import type { Deliveries } from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { staleMessages } from '#domain/outbox/send-queue.ts'
import { clientId, conversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'

const message = (type: MessageType): UnsentMessage => ({
  clientId: clientId('one'),
  conversationId: conversationId('direct', 1),
  type,
  body: '',
  quote: undefined,
  submittedAt: 1000,
  attempt: 1,
  state: 'pending',
})
const since = { possible: 0, moved: new Map() }

it.each([
  ['txt', 0, 6000],
  ['emo', 0, 6000],
  ['card', 0, 6000],
  ['txt', 2, 5000],
  ['pic', 0, 300_000],
  ['file', 0, 300_000],
  ['video', 0, 300_000],
  ['audio', 0, 300_000],
  ['audio', 3, 300_000],
] as const)(
  'a %s after %i unanswered tries is stale after %i ms [LIFE-07 LIFE-08 LIFE-11] (DEC-03)',
  (type, count, after) => {
    const paused = { status: 'paused', attempt: 1, until: 0, unanswered: count } as const
    const deliveries: Deliveries = new Map([[clientId('one'), paused]])
    expect(staleMessages([message(type)], since, deliveries, 1000 + after - 1)).toEqual([])
    expect(staleMessages([message(type)], since, deliveries, 1000 + after)).toHaveLength(1)
  },
)

it('a text written while the clock was set ahead is stale 6 s after sending became possible [LIFE-07]', () => {
  const possible = 10_000
  const ahead = { ...message('txt'), submittedAt: possible + 3_600_000 }
  const staleAt = (now: number) => staleMessages([ahead], { ...since, possible }, new Map(), now)
  expect(staleAt(possible + 5999)).toEqual([])
  expect(staleAt(possible + 6000)).toHaveLength(1)
})
