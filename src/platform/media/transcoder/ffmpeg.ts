import wasmUrl from '@ffmpeg/core/wasm?url'
import coreUrl from '@ffmpeg/core?url'
import { type FFFSType, FFmpeg } from '@ffmpeg/ffmpeg'
import { withExtension } from '#domain/media/file-name.ts'
import { commandLimit, ffmpegCommand, soundFormat, videoFormat } from '#domain/media/transcoding-rules.ts'
import { TranscodingError, type WorkReport } from './transcoding-messages.ts'

/** The path at which ffmpeg sees the picked file, which is not copied. */
const inputFolder = '/input'

/** The part of ffmpeg's interface that is used. */
export type Ffmpeg = Pick<
  FFmpeg,
  'loaded' | 'on' | 'createDir' | 'mount' | 'exec' | 'readFile' | 'terminate'
> & {
  load(files: { readonly coreURL: string; readonly wasmURL: string }): Promise<unknown>
}

// The package declares file systems as an enum whose values are their names.
const filesOfThePage = 'WORKERFS' as FFFSType.WORKERFS

/** FFmpeg as a separate program in its own worker. Files are exchanged by messages (ADR 0009). */
export class FfmpegProgram {
  readonly #program: Ffmpeg

  constructor(program: Ffmpeg) {
    this.#program = program
  }

  /** Loads and starts ffmpeg from these URLs. Rejects if its files are missing. */
  async load(coreURL: string, wasmURL: string): Promise<void> {
    await this.#program.load({ coreURL, wasmURL })
  }

  /**
   * Transcodes a file. `temporaryName` is its name in ffmpeg's file system. Throws INVALID_INPUT_FILE for an empty
   * file, FFMPEG_NOT_LOADED before `load` [MEDIAT-08 MEDIAT-09].
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
    // Without an encoding `readFile` returns bytes, in memory that is not shared.
    return new File([content as Uint8Array<ArrayBuffer>], withExtension(file.name, extension), { type })
  }

  /** Terminates its worker. */
  end(): void {
    this.#program.terminate()
  }
}

/** Loads ffmpeg from its files in this build and starts it. The caller terminates it. */
export async function startFfmpeg(): Promise<FfmpegProgram> {
  const program = new FfmpegProgram(new FFmpeg())
  await program.load(coreUrl, wasmUrl)
  return program
}
