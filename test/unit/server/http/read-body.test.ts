import { describe, expect, it } from 'vitest'
import { createMemoryBudget, readBody } from '#server/http/read-body.ts'

const requestOf = (size: number, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body: new Uint8Array(size), headers })

describe('a body that is received', () => {
  it.each([
    [10, 10, 'whole'],
    [11, 10, 'too-large'],
    [0, 10, 'whole'],
  ])('of %i bytes at a limit of %i is %s', async (size, limit, expected) => {
    const body = await readBody(requestOf(size), limit)
    expect(typeof body === 'string' ? body : 'whole').toBe(expected)
  })

  it('is refused by the length it announces', async () => {
    expect(await readBody(requestOf(1, { 'Content-Length': '3000000000' }), 10)).toBe('too-large')
  })

  it('waits for room that others have taken, and gives its own back', async () => {
    const room = createMemoryBudget(15)
    const [first, second] = [room.enter(), room.enter()]
    expect(await readBody(requestOf(10), 100, first)).toHaveLength(10)
    expect(await readBody(requestOf(10), 100, second)).toBe('no-memory')
    first.leave()
    second.leave()
    first.leave()
    expect(await readBody(requestOf(15), 100, room.enter())).toHaveLength(15)
    expect(await readBody(requestOf(1), 100, room.enter())).toBe('no-memory')
  })
})
