import { describe, expect, it } from 'vitest'
import { type CodeDecoder, createWorkerDecoder, readCode } from '#src/platform/codes/read-code.ts'
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

  it('opens no file of more than 50 MB', async () => {
    const { read } = openBrowser(finds('a code'))
    const huge = Object.defineProperty(picture(), 'size', { value: 50_000_001 })
    await expect(read(huge)).rejects.toMatchObject({ code: 'INVALID_FILE' })
    expect(await read(huge, picture())).toBe('a code')
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
  type Listener = Parameters<Parameters<typeof createWorkerDecoder>[0]>[0]
  const shown = { width: 1, height: 1 } as ImageBitmap
  function open() {
    const clock = new SimulatedClock()
    const workers: { readonly listener: Listener; isEnded: boolean; pictures: number }[] = []
    const decoder = createWorkerDecoder((listener) => {
      const worker = { listener, isEnded: false, pictures: 0 }
      workers.push(worker)
      return {
        decode() {
          worker.pictures += 1
        },
        end() {
          worker.isEnded = true
        },
      }
    }, clock)
    const decode = () => {
      const outcome = { value: undefined as unknown }
      decoder.decode(shown).then(
        (text) => {
          outcome.value = { text }
        },
        (cause: unknown) => {
          outcome.value = cause
        },
      )
      return outcome
    }
    return { clock, workers, decoder, decode }
  }

  it('ends the worker with PROMISE_TIMED_OUT after 15 s for a picture [QR-10]', async () => {
    const { clock, workers, decode } = open()
    const outcome = decode()
    await clock.advance(14_999)
    expect([outcome.value, workers[0]?.isEnded]).toEqual([undefined, false])
    await clock.advance(1)
    expect(outcome.value).toMatchObject({ code: 'PROMISE_TIMED_OUT' })
    expect(workers[0]?.isEnded).toBe(true)
  })

  it('decodes one picture after the other in one worker, each with a time limit of its own', async () => {
    const { clock, workers, decode } = open()
    const first = decode()
    await clock.advance(10_000)
    workers[0]?.listener.onText(undefined)
    await settle()
    const second = decode()
    await clock.advance(10_000)
    workers[0]?.listener.onText('a code')
    await settle()
    expect([first.value, second.value]).toEqual([{ text: undefined }, { text: 'a code' }])
    expect(workers).toMatchObject([{ isEnded: false, pictures: 2 }])
  })

  it('ends a worker that fails, and starts another for the next picture', async () => {
    const { workers, decode } = open()
    const failed = decode()
    workers[0]?.listener.onFailure('no memory')
    await settle()
    expect(failed.value).toMatchObject({ message: 'no memory' })
    const next = decode()
    workers[1]?.listener.onText('a code')
    await settle()
    expect(next.value).toEqual({ text: 'a code' })
    expect(workers).toMatchObject([{ isEnded: true }, { isEnded: false }])
  })

  it('ends its worker and the current picture when it is ended', async () => {
    const { workers, decoder, decode } = open()
    const outcome = decode()
    decoder.end()
    await settle()
    expect(outcome.value).toBeInstanceOf(Error)
    expect(workers).toMatchObject([{ isEnded: true }])
  })
})
