import { expect, it } from 'vitest'
import { clientMessageId } from '#schemas/wire/message.ts'
import { randomId } from '#streams/clock/random-text.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'

it('random text has 20 alphanumeric characters, also at the limits of the generator [MSG-40]', () => {
  const numbers = createSeededNumbers()
  const ids = Array.from({ length: 500 }, () => randomId(numbers))
  for (const id of [...ids, randomId({ next: () => 0 }), randomId({ next: () => 1 - 2 ** -32 })])
    expect(clientMessageId.safeParse(id).success && id.length === 20).toBe(true)
  expect(new Set(ids).size).toBe(500)
})
