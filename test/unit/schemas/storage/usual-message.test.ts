import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { confirmedMessage } from '#schemas/log/message.ts'
import { readTimelinePage } from '#schemas/storage/timeline-row.ts'
import { isUsualMessage } from '#schemas/storage/usual-message.ts'
import { messageTypes } from '#schemas/wire/message.ts'

const message = {
  ...{ serverId: 41, sequence: 5, clientId: 'abcdefghijklmnopqrst', senderId: 9, senderName: 'Ann' },
  ...{ senderAvatarUrl: '', type: 'txt', body: 'hello', sentAt: 1_760_000_000_000, readAt: 2 },
}

/** What a database can hold, valid and invalid anywhere. */
const anything = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    0,
    1,
    -1,
    0.5,
    2 ** 60,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'x',
  ),
  fc.constantFrom(...messageTypes),
  fc.object({ maxDepth: 1 }),
)
const fieldNames = [...Object.keys(confirmedMessage.shape), 'elsewhere', 'constructor']
const changes = fc.dictionary(fc.constantFrom(...fieldNames), anything, { maxKeys: 4 })
const losses = fc.subarray(Object.keys(message), { maxLength: 2 })

describe('a stored message that is told without the schema', () => {
  it.each([
    message,
    { ...message, body: null },
    { ...message, type: 'pic', body: '/files/1', burnsAfter: 30, senderRole: 9 },
  ])('is one as most are', (value) => {
    expect(isUsualMessage(value)).toBe(true)
  })

  it('is exactly what the schema makes of it', () => {
    fc.assert(
      fc.property(changes, losses, (changed, lost) => {
        const value: Record<string, unknown> = { ...message, ...changed }
        for (const name of lost) delete value[name]
        if (isUsualMessage(value)) expect(z.parse(confirmedMessage, value)).toEqual(value)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves what it does not know to the schema, which takes it or refuses it', () => {
    const quote = { serverId: 1, senderId: 2, senderName: 'Ben', type: 'txt', text: 'earlier' }
    const quoting = { ...message, quote, mentions: [0] }
    expect(isUsualMessage(quoting)).toBe(false)
    expect(readTimelinePage([message, quoting])).toEqual([message, quoting])
    expect(readTimelinePage([message, { ...message, body: 3 }])).toBeUndefined()
    expect(readTimelinePage([message, { ...message, elsewhere: 1 }])).toEqual([message, message])
    expect(readTimelinePage('nonsense')).toBeUndefined()
  })
})
