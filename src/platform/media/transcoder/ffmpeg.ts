import type { FFFSType, FFmpeg } from '@ffmpeg/ffmpeg'
import { withExtension } from '#domain/media/file-name.ts'
import { commandLimit, ffmpegCommand, soundFormat, videoFormat } from '#domain/media/transcoding-rules.ts'
import { TranscodingError, type WorkReport } from './protocol.ts'

/** Where the file that was picked appears to ffmpeg, without being copied. */
const inputFolder = '/input'

/** As much of ffmpeg as is used. */
export type Ffmpeg = Pick<
  FFmpeg,
  'loaded' | 'on' | 'createDir' | 'mount' | 'exec' | 'readFile' | 'terminate'
> & {
  load(files: { readonly coreURL: string; readonly wasmURL: string }): Promise<unknown>
}

// The package names its kinds of file systems by an enum, whose values are these names.
const filesOfThePage = 'WORKERFS' as FFFSType.WORKERFS

/** FFmpeg as a separate program in a worker of its own; files go in and out by messages (ADR 0009). */
export class FfmpegProgram {
  readonly #program: Ffmpeg

  constructor(program: Ffmpeg) {
    this.#program = program
  }

  /** Fetches and starts it from these addresses; rejects when its files are not there. */
  async load(coreURL: string, wasmURL: string): Promise<void> {
    await this.#program.load({ coreURL, wasmURL })
  }

  /**
   * Makes the file that is sent. `temporaryName` names it while it is worked on. Throws INVALID_INPUT_FILE for an empty file,
   * FFMPEG_NOT_LOADED before `load` [MEDIAT-08 MEDIAT-09].
   */
  async transcode(
    file: File,
    kind: 'audio' | 'video',
    temporaryName: string,
    report: Pick<WorkReport, 'progress'>,
  ): Promise<File> {
    if (file.size === 0) throw new TranscodingError('INVALID_INPUT_FILE')
    if (!this.#program.loaded) throw new TranscodingError('FFMPEG_NOT_LOADED')
    const { type, extension } = kind === 'audio' ? soundFormat : videoFormat
    const to = `${temporaryName}.${extension}`
    this.#program.on('progress', ({ progress }) => report.progress(progress))
    await this.#program.createDir(inputFolder)
    const blobs = [{ name: temporaryName, data: file }]
    await this.#program.mount(filesOfThePage, { blobs }, inputFolder)
    const command = ffmpegCommand(kind, `${inputFolder}/${temporaryName}`, to)
    const status = await this.#program.exec([...command], commandLimit)
    if (status !== 0) throw new TranscodingError('TRANSCODING_FAILED', `ffmpeg ended with ${status}`)
    const content = await this.#program.readFile(to)
    if (content.length === 0) throw new TranscodingError('TRANSCODING_FAILED', 'ffmpeg wrote nothing')
    // Read without an encoding, so it is bytes, in memory that is not shared.
    return new File([content as Uint8Array<ArrayBuffer>], withExtension(file.name, extension), { type })
  }

  /** Ends its worker. */
  end(): void {
    this.#program.terminate()
  }
}
