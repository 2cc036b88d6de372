import { describe, expect, it } from 'vitest'
import { type CodeDecoder, decodeBy, readCode } from '#src/platform/codes/read-code.ts'
import { SimulatedClock, settle } from '#test/unit/machines/simulated-clock.ts'

/** Opens files of type image only, and counts the pictures that stay open. */
function openBrowser(...decoders: readonly CodeDecoder[]) {
  const open = { count: 0 }
  const close = () => {
    open.count -= 1
  }
  const reading = {
    async open(file: Blob) {
      if (!file.type.startsWith('image/')) throw new Error('no picture')
      open.count += 1
      // The tests' decoders read only these fields.
      return { width: file.size, height: 1, close } as ImageBitmap
    },
    decoders,
  }
  return { open, read: (...files: readonly Blob[]) => readCode(files, reading) }
}
const picture = (size = 1) => new Blob(['x'.repeat(size)], { type: 'image/png' })
const document = new Blob(['x'], { type: 'text/plain' })
const finds =
  (text: string | undefined): CodeDecoder =>
  async () =>
    text
const fails: CodeDecoder = async () => {
  throw new Error('the detector is broken')
}

describe('reading a code from files', () => {
  it('rejects only files that are no pictures with INVALID_FILE [QR-07]', async () => {
    const { read } = openBrowser(finds('a code'))
    await expect(read(document)).rejects.toMatchObject({ code: 'INVALID_FILE' })
    await expect(read()).rejects.toMatchObject({ code: 'INVALID_FILE' })
    expect(await read(document, picture())).toBe('a code')
  })

  it('finds the first picture with a code, and closes every picture', async () => {
    const { open, read } = openBrowser(async ({ width }) => (width === 2 ? 'second' : undefined))
    expect(await read(picture(1), picture(2), picture(2))).toBe('second')
    expect(await read(picture(1))).toBeUndefined()
    expect(open.count).toBe(0)
  })

  it('asks the next decoder if one finds nothing or fails', async () => {
    expect(await openBrowser(finds(undefined), finds('a code')).read(picture())).toBe('a code')
    expect(await openBrowser(fails, finds('a code')).read(picture())).toBe('a code')
    expect(await openBrowser(fails, finds(undefined)).read(picture())).toBeUndefined()
  })

  it('rejects if the last decoder fails, and closes the picture', async () => {
    const { open, read } = openBrowser(finds(undefined), fails)
    await expect(read(picture())).rejects.toThrow('the detector is broken')
    expect(open.count).toBe(0)
  })
})

describe('decoding by a worker', () => {
  type Listener = Parameters<Parameters<typeof decodeBy>[0]>[0]
  function start() {
    const clock = new SimulatedClock()
    const worker: { listener?: Listener; isEnded: boolean } = { isEnded: false }
    const decoded = decodeBy((listener) => {
      worker.listener = listener
      return {
        end() {
          worker.isEnded = true
        },
      }
    }, clock)
    const outcome = { value: undefined as unknown }
    decoded.then(
      (text) => {
        outcome.value = { text }
      },
      (cause: unknown) => {
        outcome.value = cause
      },
    )
    return { clock, worker, outcome }
  }

  it('ends the worker with PROMISE_TIMED_OUT after 15 s [QR-10]', async () => {
    const { clock, worker, outcome } = start()
    await clock.advance(14_999)
    expect([outcome.value, worker.isEnded]).toEqual([undefined, false])
    await clock.advance(1)
    expect(outcome.value).toMatchObject({ code: 'PROMISE_TIMED_OUT' })
    expect(worker.isEnded).toBe(true)
  })

  it('ends the worker with its answer or failure', async () => {
    const [answered, failed] = [start(), start()]
    answered.worker.listener?.onText('a code')
    failed.worker.listener?.onFailure('no memory')
    await settle()
    expect(answered.outcome.value).toEqual({ text: 'a code' })
    expect(failed.outcome.value).toMatchObject({ message: 'no memory' })
    expect([answered.worker.isEnded, failed.worker.isEnded]).toEqual([true, true])
  })
})
