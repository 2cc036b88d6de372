import { describe, expect, it, vi } from 'vitest'
import { checkPickedSize, describePicked, prepareAttachment } from '#src/platform/media/prepare-attachment.ts'
import type { Transcode } from '#src/platform/media/transcoder/transcoding-messages.ts'

const limits = { image: 1, video: 1, audio: 1, file: 1 }
const megabyte = 1_000_000
const fileOf = (size: number, name = 'given.png') =>
  new File([new Uint8Array(size)], name, { type: 'image/png' })
const picked = (file: File, kind: 'image' | 'file' = 'image') => ({ file, kind, isContainer: false })
const prepare = (file: File, transcode: Transcode, kind: 'image' | 'file' = 'image') => {
  const over = new AbortController()
  const onProgress = vi.fn()
  const outcome = prepareAttachment(picked(file, kind), {
    ...{ limits, transcode, onProgress, signal: over.signal },
  })
  return { outcome, over, onProgress }
}

describe('preparing an attachment', () => {
  it('sends the transcoded file, marked as compressed', async () => {
    const small = fileOf(10, 'small.webp')
    const { outcome, onProgress } = prepare(fileOf(3 * megabyte), async (_file, _kind, options) => {
      options.onProgress(0.5)
      return small
    })
    expect(await outcome).toMatchObject({
      isOk: true,
      value: { kind: 'image', isCompressed: true, file: { name: 'small.webp', size: 10, content: small } },
    })
    expect(onProgress).toHaveBeenCalledWith(0.5)
  })

  it.each([
    [
      'is within its limit',
      megabyte,
      { isOk: true, value: { isCompressed: false, file: { size: megabyte } } },
    ],
    [
      'is above it',
      2 * megabyte,
      { isOk: false, rejection: { key: 'errors.file-size-limit', values: { limit: '1 MB' } } },
    ],
  ])(
    'falls back to the original when it cannot be transcoded and %s [MEDIA-26 MEDIA-27]',
    async (_, size, expected) => {
      const { outcome } = prepare(fileOf(size), () => Promise.reject(new Error('no codec')))
      expect(await outcome).toMatchObject(expected)
    },
  )

  it('leaves a file unchanged', async () => {
    const transcode = vi.fn()
    const file = fileOf(5, 'notes.txt')
    const { outcome } = prepare(file, transcode, 'file')
    expect(await outcome).toMatchObject({ isOk: true, value: { kind: 'file', file: { content: file } } })
    expect(transcode).not.toHaveBeenCalled()
  })

  it('ends when it is aborted', async () => {
    const { outcome, over } = prepare(
      fileOf(5),
      (_file, _kind, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    over.abort(new Error('given up'))
    await expect(outcome).rejects.toThrow('given up')
  })
})

describe('a picked file', () => {
  it.each([
    ['a picture yet to be made smaller', 'image', 3 * megabyte, { kind: 'image', preparation: { limit: 1 } }],
    ['a file that goes as it is', 'file', 5, { kind: 'file' }],
  ] as const)('can be sent as %s', async (_, kind, size, expected) => {
    const file = fileOf(size)
    const taken = await describePicked(picked(file, kind), limits)
    const { name, type } = file
    expect(taken).toEqual({ isOk: true, value: { ...expected, file: { name, type, size, content: file } } })
  })

  it('is rejected if it is too large even after transcoding', async () => {
    expect(await describePicked(picked(fileOf(11 * megabyte)), limits)).toMatchObject({ isOk: false })
  })

  it.each([
    ['of 3 GB', 3e9, 50, undefined, 'errors.file-size-limit'],
    ['of 3 GB', 3e9, 50, 'video', 'errors.file-size-limit'],
    ['just above its limit', 60e6, 50, 'file', 'errors.file-size-limit'],
    ['of nothing', 0, 50, 'image', 'errors.invalid-file'],
  ] as const)(
    '%s (%i bytes, limit %i MB, kind %s) is rejected before a byte is read [MEDIA-27 MEDIA-28]',
    (_, size, limit, kind, key) => {
      expect(checkPickedSize(size, limit, kind)).toMatchObject({ isOk: false, rejection: { key } })
    },
  )

  it.each([
    ['within its limit', 52.5e6, 50, 'file'],
    ['that may yet be made smaller', 300e6, 50, 'video'],
  ] as const)('%s (%i bytes, limit %i MB, kind %s) is looked at', (_, size, limit, kind) => {
    expect(checkPickedSize(size, limit, kind)).toMatchObject({ isOk: true })
  })
})
