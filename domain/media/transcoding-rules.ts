import type { PixelSize } from './picture-size.ts'

/** What every sound is sent as: mp3, 44100 Hz, 2 channels, 192 kbit/s [MEDIAT-01]. */
export const soundFormat = {
  type: 'audio/mpeg',
  extension: 'mp3',
  /** Hz. */
  sampleRate: 44_100,
  channels: 2,
  /** Bits per second. */
  bitrate: 192_000,
} as const

/** What every video is sent as: mp4 of at most 720 lines and 30 frames a second (DEC-84) [MEDIAT-05]. */
export const videoFormat = { type: 'video/mp4', extension: 'mp4', height: 720, frameRate: 30 } as const

/** How long one command of a transcoder may take, ms [MEDIAT-06]. */
export const commandLimit = 30_000
/** How long ffmpeg may take to be fetched and started, ms: it weighs 10 MB. */
export const loadingLimit = 120_000

/** The size of a video as it is sent, both sides even; smaller ones stay, but for an odd line or column (DEC-84). */
export function videoSize({ width, height }: PixelSize): PixelSize {
  const lines = Math.min(height, videoFormat.height)
  return { width: toEven((width * lines) / height), height: toEven(lines) }
}

/** Frames a second as they are sent; undefined when the video keeps its own, which timing by hundredths must not undo. */
export const videoFrameRate = (rate: number): number | undefined =>
  rate > videoFormat.frameRate + 0.1 ? videoFormat.frameRate : undefined

/** Bits per second of a video as it is sent, by those it had: enough for 720 lines, and never so many that it grows much. */
export const videoBitrate = (rate: number): number =>
  Math.round(Math.min(mostVideoBits, Math.max(fewestVideoBits, 1.5 * rate)))

/** 10 MB, the usual limit, for half a minute. */
export const mostVideoBits = 2_500_000
/** Below this nothing can be made out. */
const fewestVideoBits = 200_000

const toEven = (length: number): number => Math.max(2, 2 * Math.floor(length / 2 + 1e-6))

/** By what a file can be transcoded: the browser's own codecs, often in hardware, and FFmpeg as a program. */
export type TranscodingWay = 'webcodecs' | 'ffmpeg'

/** How an attempt ended that gave no file. */
export type TranscodingFault = 'unsupported' | 'failed' | 'timed-out'

/**
 * The way to try next, by how the ones before ended; undefined when none is left. What took the browser's codecs too long
 * takes ffmpeg longer still.
 */
export function nextWay(
  attempts: readonly { readonly way: TranscodingWay; readonly fault: TranscodingFault }[],
): TranscodingWay | undefined {
  const last = attempts.at(-1)
  if (last === undefined) return 'webcodecs'
  return last.way === 'webcodecs' && last.fault !== 'timed-out' ? 'ffmpeg' : undefined
}

const nameLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The name of a transcoder's temporary file: 8 random characters; `next` gives numbers from 0 up to 1 [MEDIAT-07]. */
export const temporaryName = (next: () => number): string =>
  Array.from({ length: 8 }, () => nameLetters.charAt(Math.floor(next() * nameLetters.length))).join('')

/** What ffmpeg is told, argument by argument, to make of the file `from` the file `to`. */
export const ffmpegCommand = (kind: 'audio' | 'video', from: string, to: string): readonly string[] => [
  ...['-i', from, ...withoutOrigin],
  ...(kind === 'audio' ? soundArguments : videoArguments),
  to,
]

/** Tags, among them where it was recorded, and chapters stay behind. */
const withoutOrigin = ['-map_metadata', '-1', '-map_chapters', '-1']

/** [MEDIAT-01] */
const soundArguments = [
  '-vn',
  ...['-c:a', 'libmp3lame', '-ar', `${soundFormat.sampleRate}`, '-ac', `${soundFormat.channels}`],
  ...['-b:a', `${soundFormat.bitrate / 1000}k`, '-f', 'mp3'],
]

/** [MEDIAT-05]; the fastest preset, since one core without its vector units has to do it in half a minute. */
const videoArguments = [
  ...['-vf', `scale=-2:trunc(min(${videoFormat.height}\\,ih)/2)*2`, '-fpsmax', `${videoFormat.frameRate}`],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '25', '-pix_fmt', 'yuv420p'],
  ...['-maxrate', `${mostVideoBits}`, '-bufsize', `${2 * mostVideoBits}`],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4'],
]
