import { expect, it } from 'vitest'
import { endingWith, maxReaders, ReaderLimits } from '#server/http/reader-limits.ts'

const { perAddress, perAccount } = maxReaders

it('an address reads a limited number of answers at the same time, and more once some have ended', () => {
  const readers = new ReaderLimits()
  const ends = Array.from({ length: perAddress }, () => readers.enter('203.0.113.7'))
  expect(ends).not.toContain(undefined)
  expect(readers.enter('203.0.113.7')).toBeUndefined()
  expect(readers.enter('203.0.113.8')).toBeDefined()
  ends[0]?.()
  // Ending twice frees one place only.
  ends[0]?.()
  expect(readers.enter('203.0.113.7')).toBeDefined()
  expect(readers.enter('203.0.113.7')).toBeUndefined()
})

it('an account reads a limited number of answers, from whatever addresses', () => {
  const readers = new ReaderLimits()
  const enter = (index: number) => readers.enter(`203.0.113.${index}`, [7])
  const ends = Array.from({ length: perAccount }, (_, index) => enter(index))
  expect(ends).not.toContain(undefined)
  expect(enter(perAccount)).toBeUndefined()
  expect(readers.enter('203.0.113.1', [8])).toBeDefined()
})

it.each([
  ['are read to the end', (bytes: ReadableStream<Uint8Array>) => new Response(bytes).arrayBuffer()],
  ['are cancelled', (bytes: ReadableStream<Uint8Array>) => bytes.cancel()],
])('the end of an answer is noted once when its bytes %s', async (_, take) => {
  let ended = 0
  await take(endingWith(new Blob(['bytes']).stream(), () => void ended++))
  expect(ended).toBe(1)
})

it('the end of an answer is noted when its bytes cannot be read', async () => {
  let ended = 0
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('broken disk')),
  })
  const answer = new Response(endingWith(broken, () => void ended++))
  await expect(answer.arrayBuffer()).rejects.toThrow('broken disk')
  expect(ended).toBe(1)
})
