import type { PixelSize } from './picture-size.ts'

/** The format of every sent sound: mp3, 44100 Hz, 2 channels, 192 kbit/s [MEDIAT-01]. */
export const soundFormat = {
  type: 'audio/mpeg',
  extension: 'mp3',
  /** Hz. */
  sampleRate: 44_100,
  channels: 2,
  /** Bits per second. */
  bitrate: 192_000,
} as const

/** The format of every sent video: mp4 of at most 720 lines and 30 frames per second (DEC-84) [MEDIAT-05]. */
export const videoFormat = { type: 'video/mp4', extension: 'mp4', height: 720, frameRate: 30 } as const

/** The time limit of one transcoder command, ms [MEDIAT-06]. */
export const commandLimit = 30_000
/** The time limit for loading and starting ffmpeg, ms: it has 10 MB. */
export const loadingLimit = 120_000

/**
 * Returns the size of a sent video, both sides even. Smaller ones keep their size except for an odd line or column
 * (DEC-84).
 */
export function videoSize({ width, height }: PixelSize): PixelSize {
  const lines = Math.min(height, videoFormat.height)
  return { width: toEven((width * lines) / height), height: toEven(lines) }
}

/** Returns the frame rate of a sent video; undefined if it keeps its own. Rounded timestamps must not reduce it. */
export const videoFrameRate = (rate: number): number | undefined =>
  rate > videoFormat.frameRate + 0.1 ? videoFormat.frameRate : undefined

/**
 * Returns the bit rate of a sent video from its own bit rate: enough for 720 lines, and without making the file much
 * larger.
 */
export const videoBitrate = (rate: number): number =>
  Math.round(Math.min(maxVideoBits, Math.max(fewestVideoBits, 1.5 * rate)))

/** 10 MB, the usual limit, for half a minute. */
export const maxVideoBits = 2_500_000
/** Below this the picture is not recognizable. */
const fewestVideoBits = 200_000

const toEven = (length: number): number => Math.max(2, 2 * Math.floor(length / 2 + 1e-6))

/** The transcoders: the browser's own codecs, often in hardware, and FFmpeg compiled for the browser. */
export type TranscoderName = 'webcodecs' | 'ffmpeg'

/** How an attempt without a result ended. */
export type TranscodingFault = 'unsupported' | 'failed' | 'timed-out'

/**
 * Returns the transcoder to try next after the failed attempts; undefined if none is left. After a time-out of the
 * browser's codecs ffmpeg is not tried, because it is slower.
 */
export function nextTranscoder(
  attempts: readonly { readonly way: TranscoderName; readonly fault: TranscodingFault }[],
): TranscoderName | undefined {
  const last = attempts.at(-1)
  if (last === undefined) return 'webcodecs'
  return last.way === 'webcodecs' && last.fault !== 'timed-out' ? 'ffmpeg' : undefined
}

const nameLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns the name of a transcoder's temporary file: 8 random characters; `next` returns numbers in [0, 1) [MEDIAT-07].
 */
export const temporaryName = (next: () => number): string =>
  Array.from({ length: 8 }, () => nameLetters.charAt(Math.floor(next() * nameLetters.length))).join('')

/** Returns the arguments with which ffmpeg converts the file `from` to the file `to`. */
export const ffmpegCommand = (kind: 'audio' | 'video', from: string, to: string): readonly string[] => [
  ...['-i', from, ...withoutOrigin],
  ...(kind === 'audio' ? soundArguments : videoArguments),
  to,
]

/** Drops chapters and tags, which may include the location. */
const withoutOrigin = ['-map_metadata', '-1', '-map_chapters', '-1']

/** [MEDIAT-01] */
const soundArguments = [
  '-vn',
  ...['-c:a', 'libmp3lame', '-ar', `${soundFormat.sampleRate}`, '-ac', `${soundFormat.channels}`],
  ...['-b:a', `${soundFormat.bitrate / 1000}k`, '-f', 'mp3'],
]

/** [MEDIAT-05]; the fastest preset, because one core without its vector units must encode in half a minute. */
const videoArguments = [
  ...['-vf', `scale=-2:trunc(min(${videoFormat.height}\\,ih)/2)*2`, '-fpsmax', `${videoFormat.frameRate}`],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '25', '-pix_fmt', 'yuv420p'],
  ...['-maxrate', `${maxVideoBits}`, '-bufsize', `${2 * maxVideoBits}`],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4'],
]
