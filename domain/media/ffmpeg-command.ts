import { mostVideoBits, soundFormat, videoFormat } from './transcoding-rules.ts'

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
