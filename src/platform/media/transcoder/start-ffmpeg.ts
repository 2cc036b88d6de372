import wasmUrl from '@ffmpeg/core/wasm?url'
import coreUrl from '@ffmpeg/core?url'
import { FFmpeg } from '@ffmpeg/ffmpeg'
import { FfmpegProgram } from './ffmpeg.ts'

/** Fetches ffmpeg from its own files of this build and starts it; whoever asked ends it. */
export async function startFfmpeg(): Promise<FfmpegProgram> {
  const program = new FfmpegProgram(new FFmpeg())
  await program.load(coreUrl, wasmUrl)
  return program
}
