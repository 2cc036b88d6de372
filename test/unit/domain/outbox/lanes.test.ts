import { describe, expect, it } from 'vitest'
import {
  departed,
  emptyLanes,
  inFlightLimit,
  type LaneState,
  messagesToSend,
  returned,
  tidied,
} from '#domain/outbox/lanes.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { type ClientId, clientId, conversationId } from '#schemas/ids.ts'

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

const pausing = (...names: readonly string[]): LaneState => ({
  ...emptyLanes,
  paused: new Map(
    names.map((name): [ClientId, { attempt: number; until: number }] => [
      clientId(name),
      { attempt: 1, until: now + 1 },
    ]),
  ),
})

const leaving = (messages: readonly UnsentMessage[], lanes: LaneState, isConnected: boolean) =>
  messagesToSend(messages, lanes, now, isConnected).map((message) => message.body)

describe('a lane (DEC-108)', () => {
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
      given: 'a stale one that stays unanswered',
      front: 'stale',
      isPaused: true,
      isConnected: true,
      leaves: ['next'],
    },
    {
      given: 'a stale one and no connection',
      front: 'stale',
      isPaused: true,
      isConnected: false,
      leaves: [],
    },
    { given: 'a refused one', front: 'failed', isPaused: false, isConnected: true, leaves: ['next'] },
  ] as const)('lets out the right one, given $given', ({ front, isPaused, isConnected, leaves }) => {
    const lanes = isPaused ? pausing('front') : emptyLanes
    expect(leaving([unsent('front', front), unsent('next', 'pending')], lanes, isConnected)).toEqual(leaves)
  })

  it('has one message under way, and eight are under way over all', () => {
    const messages = Array.from({ length: 12 }, (_, index) => unsent(`m${index}`, 'pending', index + 1))
    const first = messagesToSend(messages, emptyLanes, now, true)
    expect(first).toHaveLength(inFlightLimit)
    expect(messagesToSend(messages, departed(emptyLanes, first), now, true)).toEqual([])
    const busy = departed(emptyLanes, [unsent('m0', 'pending')])
    expect(leaving([unsent('m0', 'pending'), unsent('later', 'pending')], busy, true)).toEqual([])
  })
})

it('lanes remember what became of a message only while it is in the outbox', () => {
  const [taken, waiting] = [unsent('taken', 'pending'), unsent('waiting', 'pending', 2)]
  const lanes = returned(
    returned(departed(emptyLanes, [taken, waiting]), taken, { kind: 'taken' }),
    waiting,
    { kind: 'paused', until: now + 1 },
  )
  expect(tidied(lanes, [taken, waiting])).toEqual(lanes)
  expect(tidied(lanes, [])).toEqual(emptyLanes)
})
