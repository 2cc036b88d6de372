import wasmUrl from '@ffmpeg/core/wasm?url'
import coreUrl from '@ffmpeg/core?url'
import { FFmpeg } from '@ffmpeg/ffmpeg'
import { FfmpegProgram } from './ffmpeg.ts'

/** Loads ffmpeg from its files in this build and starts it. The caller terminates it. */
export async function startFfmpeg(): Promise<FfmpegProgram> {
  const program = new FfmpegProgram(new FFmpeg())
  await program.load(coreUrl, wasmUrl)
  return program
}
