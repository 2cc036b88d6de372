import { expect, it } from 'vitest'
import { withEndCallback } from '#server/http/with-end-callback.ts'

it.each([
  ['are read to the end', (bytes: ReadableStream<Uint8Array>) => new Response(bytes).arrayBuffer()],
  ['are cancelled', (bytes: ReadableStream<Uint8Array>) => bytes.cancel()],
])('the end of a response is noted once when its bytes %s', async (_, take) => {
  let ended = 0
  await take(withEndCallback(new Blob(['bytes']).stream(), () => void ended++))
  expect(ended).toBe(1)
})

it('the end of a response is noted when its bytes cannot be read', async () => {
  let ended = 0
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('broken disk')),
  })
  const answer = new Response(withEndCallback(broken, () => void ended++))
  await expect(answer.arrayBuffer()).rejects.toThrow('broken disk')
  expect(ended).toBe(1)
})
