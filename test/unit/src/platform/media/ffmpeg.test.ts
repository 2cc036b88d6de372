import { describe, expect, it } from 'vitest'
import { type Ffmpeg, FfmpegProgram } from '#src/platform/media/transcoder/ffmpeg.ts'

const someFile = new File(['video'], 'holiday.avi')
const silent = { progress: () => undefined }

/** A fake ffmpeg that records its calls and exits with this status. */
function started(status = 0, written = new Uint8Array([1, 2, 3])) {
  const onReport: unknown[][] = []
  const note =
    <Result>(result: Result) =>
    async (...order: unknown[]) => {
      onReport.push(order)
      return result
    }
  const ffmpeg: { -readonly [Part in keyof Ffmpeg]: Ffmpeg[Part] } = {
    loaded: false,
    load: async () => {
      ffmpeg.loaded = true
    },
    on: () => undefined,
    createDir: note(true),
    mount: note(true),
    exec: note(status),
    readFile: note(written),
    terminate: () => undefined,
  }
  return { program: new FfmpegProgram(ffmpeg), onReport }
}

describe('ffmpeg', () => {
  it('rejects commands before it is loaded [MEDIAT-09]', async () => {
    const { program, onReport } = started()
    const rejected = program.transcode(someFile, 'video', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'FFMPEG_NOT_LOADED' })
    expect(onReport).toEqual([])
  })

  it('rejects an empty file [MEDIAT-08]', async () => {
    const { program, onReport } = started()
    await program.load('core.js', 'core.wasm')
    const rejected = program.transcode(new File([], 'empty.avi'), 'video', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'INVALID_INPUT_FILE' })
    expect(onReport).toEqual([])
  })

  it('limits its command to 30 s, uses the temporary name, and returns the result’s name [MEDIAT-06 MEDIAT-07]', async () => {
    const { program, onReport } = started()
    await program.load('core.js', 'core.wasm')
    const made = await program.transcode(someFile, 'video', 'abcdefgh', silent)
    expect([made.name, made.type, made.size]).toEqual(['holiday.mp4', 'video/mp4', 3])
    const [, mounted, command] = onReport
    expect(mounted).toEqual(['WORKERFS', { blobs: [{ name: 'abcdefgh', data: someFile }] }, '/input'])
    expect(command).toEqual([expect.arrayContaining(['/input/abcdefgh', 'abcdefgh.mp4']), 30_000])
  })

  it.each([
    ['ends with a fault', 1, new Uint8Array([1])],
    ['writes nothing', 0, new Uint8Array()],
  ])('that %s has made no file', async (_, status, written) => {
    const { program } = started(status, written)
    await program.load('core.js', 'core.wasm')
    const rejected = program.transcode(someFile, 'audio', 'abcdefgh', silent)
    await expect(rejected).rejects.toMatchObject({ code: 'TRANSCODING_FAILED' })
  })
})
