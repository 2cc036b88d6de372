import { describe, expect, it } from 'vitest'
import { openBody, readJson } from '#server/http/read-body.ts'

const requestOf = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const textOf = (size: number) => JSON.stringify('x'.repeat(size - 2))
const limit = 256 * 1024

describe('a JSON body', () => {
  it('is read up to 256 kB and rejected with Code 8 above', async () => {
    expect(await readJson(requestOf(textOf(limit)))).toHaveLength(limit - 2)
    await expect(readJson(requestOf(textOf(limit + 1)))).rejects.toMatchObject({ code: 8 })
  })

  it('is rejected by its Content-Length', async () => {
    const request = requestOf('{}', { 'Content-Length': '3000000000' })
    await expect(readJson(request)).rejects.toMatchObject({ code: 8 })
    expect(request.bodyUsed).toBe(false)
  })

  it('has no fields if it is empty, and is rejected with Code 4 if it is not JSON', async () => {
    expect(await readJson(new Request('http://localhost/', { method: 'POST' }))).toEqual({})
    await expect(readJson(requestOf('{'))).rejects.toMatchObject({ code: 4 })
  })

  it('whose client disconnects is rejected without a fault of the server', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    await expect(readJson(requestOf(body))).rejects.toMatchObject({ code: 4 })
  })
})

it('a body that is discarded is read to its end, but not further than 64 MB', async () => {
  const read = (pieces: number) =>
    new Promise<string>((resolve) => {
      let count = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          count += 1
          controller.enqueue(new Uint8Array(1024 * 1024))
          if (count < pieces) return
          controller.close()
          resolve('end')
        },
        cancel: () => resolve(`cancelled after ${count}`),
      })
      const open = openBody(requestOf(body))
      void open.next().then(() => open.discard())
    })
  expect(await read(10)).toBe('end')
  expect(await read(1_000)).toMatch(/^cancelled after 6[5-9]$/)
})
