import { expect, it } from 'vitest'
import { clientMessageId } from '#schemas/wire/message.ts'
import { randomId } from '#streams/log/random-id.ts'

it('gives 20 alphanumeric characters, also at the ends of chance [MSG-40]', () => {
  let state = 1
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const ids = Array.from({ length: 500 }, () => randomId({ next }))
  for (const id of [...ids, randomId({ next: () => 0 }), randomId({ next: () => 1 - 2 ** -32 })])
    expect(clientMessageId.safeParse(id).success && id.length === 20).toBe(true)
  expect(new Set(ids).size).toBe(500)
})
