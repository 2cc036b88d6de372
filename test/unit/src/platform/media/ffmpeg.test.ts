import { describe, expect, it } from 'vitest'
import { type Ffmpeg, FfmpegProgram } from '#src/platform/media/transcoder/ffmpeg.ts'

const someFile = new File(['video'], 'holiday.avi')
const silent = { progress: () => undefined }

/** A fake ffmpeg that records its calls and exits with this status. */
function createFakeFfmpeg(status = 0, written = new Uint8Array([1, 2, 3])) {
  const calls: unknown[][] = []
  const recordCall =
    <Result>(result: Result) =>
    async (...args: unknown[]) => {
      calls.push(args)
      return result
    }
  const ffmpeg: { -readonly [Part in keyof Ffmpeg]: Ffmpeg[Part] } = {
    loaded: false,
    load: async () => {
      ffmpeg.loaded = true
    },
    on: () => undefined,
    createDir: recordCall(true),
    mount: recordCall(true),
    exec: recordCall(status),
    readFile: recordCall(written),
    terminate: () => undefined,
  }
  return { program: new FfmpegProgram(ffmpeg), calls }
}

describe('ffmpeg', () => {
  it('rejects commands before it is loaded [MEDIAT-09]', async () => {
    const { program, calls } = createFakeFfmpeg()
    const rejected = program.transcode(someFile, 'video', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'FFMPEG_NOT_LOADED' })
    expect(calls).toEqual([])
  })

  it('rejects an empty file [MEDIAT-08]', async () => {
    const { program, calls } = createFakeFfmpeg()
    await program.load('core.js', 'core.wasm')
    const rejected = program.transcode(new File([], 'empty.avi'), 'video', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'INVALID_INPUT_FILE' })
    expect(calls).toEqual([])
  })

  it('limits its command to 30 s, uses the temporary name, and returns the result’s name [MEDIAT-06 MEDIAT-07]', async () => {
    const { program, calls } = createFakeFfmpeg()
    await program.load('core.js', 'core.wasm')
    const transcodedFile = await program.transcode(someFile, 'video', 'abcdefgh', silent)
    expect([transcodedFile.name, transcodedFile.type, transcodedFile.size]).toEqual([
      'holiday.mp4',
      'video/mp4',
      3,
    ])
    const [, mounted, command] = calls
    expect(mounted).toEqual(['WORKERFS', { blobs: [{ name: 'abcdefgh', data: someFile }] }, '/input'])
    expect(command).toEqual([expect.arrayContaining(['/input/abcdefgh', 'abcdefgh.mp4']), 30_000])
  })

  it.each([
    ['ends with a fault', 1, new Uint8Array([1])],
    ['writes nothing', 0, new Uint8Array()],
  ])('rejects when the program %s', async (_, status, written) => {
    const { program } = createFakeFfmpeg(status, written)
    await program.load('core.js', 'core.wasm')
    const rejected = program.transcode(someFile, 'audio', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'TRANSCODING_FAILED' })
  })
})
