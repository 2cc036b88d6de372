import {
  ADTS,
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  canEncodeAudio,
  FLAC,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  Output,
  QTFF,
  Quality,
  WAVE,
  WEBM,
} from 'mediabunny'
import { withExtension } from '#domain/media/file-name.ts'
import {
  soundFormat,
  videoBitrate,
  videoFormat,
  videoFrameRate,
  videoSize,
} from '#domain/media/transcoding-rules.ts'
import type { WorkReport } from './transcoding-messages.ts'

/** All formats that mediabunny reads, without playlists, because they refer to other files. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]
/** The number of frames read to estimate the frame rate. */
const frameSample = 120

/**
 * Transcodes with the browser's codecs, often in hardware. Returns undefined if they do not support the input or the
 * output format. Rejects if they fail during the work.
 */
export async function transcodeInBrowser(
  file: File,
  kind: 'audio' | 'video',
  report: WorkReport,
): Promise<File | undefined> {
  report.step('loading')
  await addEncoder(kind)
  report.step('command')
  const input = new Input({ source: new BlobSource(file), formats })
  try {
    if (!(await input.canRead())) return undefined
    return await convert(input, file.name, kind, report)
  } finally {
    input.dispose()
  }
}

async function convert(
  input: Input,
  name: string,
  kind: 'audio' | 'video',
  report: WorkReport,
): Promise<File | undefined> {
  const target = new BufferTarget()
  const output = new Output({
    format: kind === 'audio' ? new Mp3OutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target,
  })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    // Drops metadata such as title, location and device.
    tags: {},
    showWarnings: false,
    ...(kind === 'audio' ? soundOptions : { video: videoOptions, audio: soundOfVideo }),
  })
  if (!conversion.isValid || losesTrack(conversion, kind)) return undefined
  conversion.onProgress = (fraction) => report.progress(fraction)
  await conversion.execute()
  if (target.buffer === null) return undefined
  const { type, extension } = kind === 'audio' ? soundFormat : videoFormat
  return new File([target.buffer], withExtension(name, extension), { type })
}

/** Whether the result would lack a required track. The cover picture of an audio file is not required. */
const losesTrack = ({ discardedTracks, utilizedTracks }: Conversion, kind: 'audio' | 'video'): boolean =>
  !utilizedTracks.some((track) => track.type === kind) ||
  discardedTracks.some(
    ({ track, reason }) =>
      reason !== 'discarded_by_user' && (track.type === kind || (kind === 'video' && track.type === 'audio')),
  )

/** [MEDIAT-01] */
const soundOptions: { readonly video: ConversionVideoOptions; readonly audio: ConversionAudioOptions } = {
  video: { discard: true },
  audio: {
    codec: 'mp3',
    sampleRate: soundFormat.sampleRate,
    numberOfChannels: soundFormat.channels,
    quality: new Quality({ bitrate: soundFormat.bitrate }),
    forceTranscode: true,
  },
}

const soundOfVideo: ConversionAudioOptions = { codec: 'aac' }

/** [MEDIAT-05]; a track that has this format already is copied. */
async function videoOptions(track: InputVideoTrack): Promise<ConversionVideoOptions> {
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  const sent = videoSize(size)
  const { averagePacketRate, averageBitrate } = await track.computePacketStats(frameSample)
  const frameRate = videoFrameRate(averagePacketRate)
  const isResized = sent.width !== size.width || sent.height !== size.height
  const isSlowed = frameRate !== undefined
  const isCopied = !isResized && !isSlowed && (await track.getCodec()) === 'avc'
  return {
    codec: 'avc',
    ...(isResized && { ...sent, fit: 'fill' as const }),
    ...(isSlowed && { frameRate }),
    ...(!isCopied && { quality: new Quality({ bitrate: videoBitrate(averageBitrate) }) }),
  }
}

/** Loads software encoders that the browser lacks. */
async function addEncoder(kind: 'audio' | 'video'): Promise<void> {
  if (kind === 'audio') {
    if (await canEncodeAudio('mp3')) return
    const { registerMp3Encoder } = await import('@mediabunny/mp3-encoder')
    return registerMp3Encoder()
  }
  if (await canEncodeAudio('aac')) return
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
}
