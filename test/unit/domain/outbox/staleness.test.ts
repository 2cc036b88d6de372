import { expect, it } from 'vitest'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { staleMessages, triesAfter } from '#domain/outbox/staleness.ts'
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
  'a %s after %i tries in vain is stale after %i ms [LIFE-07 LIFE-08 LIFE-11] (DEC-03)',
  (type, count, after) => {
    const tries = new Map([[clientId('one'), count]])
    expect(staleMessages([message(type)], since, tries, 1000 + after - 1)).toEqual([])
    expect(staleMessages([message(type)], since, tries, 1000 + after)).toHaveLength(1)
  },
)

it('tries in vain are counted in a row: an answer ends it', () => {
  const [one, other] = [clientId('one'), clientId('other')]
  const none = new Map([[other, 4]])
  const once = triesAfter(none, one, true)
  expect(triesAfter(once, one, true)).toEqual(new Map([...none, [one, 2]]))
  expect(triesAfter(once, one, false)).toEqual(none)
})
