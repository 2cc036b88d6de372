import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { canGoAs, fileTypeOf } from '#domain/media/media-types.ts'
import type { PixelSize } from '#domain/media/picture-size.ts'
import { stripLocation } from '#domain/media/strip-location.ts'
import { checkFileSize, type UploadLimits } from '#domain/media/upload-limits.ts'
import type { Transcode, TranscodedKind } from './transcoder/transcoding-messages.ts'

/** A picked file with its kind, detected from its bytes. */
export interface PickedFile {
  readonly file: File
  readonly kind: AttachmentKind
  /** Whether the file is a video container that may have sound only. */
  readonly isContainer: boolean
}

export interface Preparation {
  readonly limits: UploadLimits
  readonly transcode: Transcode
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

/** Transcoding may bring a file below its limit. A file larger than this many limits is not read. */
const shrinkable = 10

/** Rejects a file, before it is read, that is empty or too large even for transcoding [MEDIA-27 MEDIA-28]. */
export function checkPickedSize(size: number, limit: number, kind?: AttachmentKind): Outcome {
  const checked = checkFileSize(size, limit)
  if (checked.isOk || size === 0 || kind === 'file') return checked
  return checkFileSize(size, limit * shrinkable).isOk ? { isOk: true, value: undefined } : checked
}

/**
 * Prepares a picked file for sending: transcodes it if its kind can be, falls back to the original [MEDIAT-02], and
 * adds its dimensions and duration if this browser can determine them. Rejects a result above its limit [MEDIA-26].
 * Throws the signal's reason when it aborts.
 */
export async function prepareAttachment(
  picked: PickedFile,
  { limits, transcode, onProgress, signal }: Preparation,
): Promise<Outcome<OutgoingAttachment>> {
  const { file } = picked
  const kind = await settleKind(picked)
  signal.throwIfAborted()
  const early = checkPickedSize(file.size, limits[kind], kind)
  if (!early.isOk) return early
  const sent = kind === 'file' ? file : await smaller(file, kind, transcode, { onProgress, signal })
  const final = checkFileSize(sent.size, limits[kind])
  if (!final.isOk) return final
  const { name, type, size } = sent
  const metadata = await measure(sent, kind)
  signal.throwIfAborted()
  const value = { kind, file: { name, type, size, content: sent }, isCompressed: sent !== file, ...metadata }
  return { isOk: true, value }
}

/**
 * Describes a picked file that is stored now and transcoded later; a kind that is never transcoded is ready. Rejects a
 * file that is empty, or too large for any transcoding.
 */
export async function describePicked(
  picked: PickedFile,
  limits: UploadLimits,
): Promise<Outcome<OutgoingAttachment>> {
  const { file } = picked
  const kind = await settleKind(picked)
  const early = checkPickedSize(file.size, limits[kind], kind)
  if (!early.isOk) return early
  const { name, type, size } = file
  const value = { kind, file: { name, type, size, content: file }, ...(await measure(file, kind)) }
  return { isOk: true, value: kind === 'file' ? value : { ...value, preparation: { limit: limits[kind] } } }
}

/** A video without a picture track is sent as audio. */
async function settleKind({ file, kind, isContainer }: PickedFile): Promise<AttachmentKind> {
  if (kind !== 'video' || !isContainer) return kind
  if (file.type.startsWith('audio/')) return 'audio'
  const measured = await measurePlayable(file, 'video')
  return measured && measured.width === undefined ? 'audio' : 'video'
}

async function smaller(
  file: File,
  kind: TranscodedKind,
  transcode: Transcode,
  options: Pick<Preparation, 'onProgress' | 'signal'>,
): Promise<File> {
  try {
    return await transcode(file, kind, options)
  } catch {
    // The failure is not shown. The original is sent if it is within its limit.
    options.signal.throwIfAborted()
    return file
  }
}

async function measure(file: File, kind: AttachmentKind) {
  if (kind === 'file') return undefined
  return kind === 'image' ? measurePicture(file) : measurePlayable(file, kind)
}

/** Metadata that a media element reads without playing. */
interface PlayableMetadata {
  /** Displayed width, px; absent for audio. */
  readonly width?: number
  readonly height?: number
  /** Absent if the file has no duration. */
  readonly seconds?: number
}

/** Time limit for reading a file's metadata, ms. After it the file is sent without it. */
const patience = 5000

/** Returns the displayed dimensions, px; undefined if this browser cannot decode the file. */
async function measurePicture(file: Blob): Promise<PixelSize | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

/**
 * Returns dimensions and duration of a video or audio file; undefined if this browser cannot play it or takes too
 * long.
 */
function measurePlayable(file: Blob, kind: 'video' | 'audio'): Promise<PlayableMetadata | undefined> {
  const player = document.createElement(kind)
  const address = URL.createObjectURL(file)
  return new Promise<PlayableMetadata | undefined>((resolve) => {
    const giveUp = window.setTimeout(() => resolve(undefined), patience)
    const settle = (metadata: PlayableMetadata | undefined) => {
      window.clearTimeout(giveUp)
      resolve(metadata)
    }
    player.onloadedmetadata = () => {
      if (Number.isFinite(player.duration)) return settle(metadataOf(player))
      // Browser recordings have no duration. Seeking to the end determines it.
      player.ondurationchange = () => Number.isFinite(player.duration) && settle(metadataOf(player))
      player.currentTime = farthest
    }
    player.onerror = () => settle(undefined)
    player.preload = 'metadata'
    player.muted = true
    player.src = address
  }).finally(() => {
    player.removeAttribute('src')
    player.load()
    URL.revokeObjectURL(address)
  })
}

/** A position after the end of any file, s. */
const farthest = 1e9

function metadataOf(player: HTMLMediaElement): PlayableMetadata {
  const { videoWidth: width, videoHeight: height } =
    player instanceof HTMLVideoElement ? player : { videoWidth: 0, videoHeight: 0 }
  const { duration: seconds } = player
  return {
    ...(width > 0 && height > 0 ? { width, height } : {}),
    ...(Number.isFinite(seconds) && seconds > 0 ? { seconds } : {}),
  }
}

/**
 * Detects the kind of a file from its first bytes, as the server does. An unknown type is sent as a file. `wanted` is
 * the kind that the user chose; 'file' is always kept.
 */
export async function recogniseFile(file: File, wanted?: AttachmentKind): Promise<PickedFile> {
  if (wanted === 'file') return { file, kind: 'file', isContainer: false }
  const type = fileTypeOf(await sniff(file))
  const kind = wanted === 'audio' && canGoAs(type, 'audio') ? 'audio' : type.kind
  return { file, kind, isContainer: type.isContainer }
}

/**
 * Returns the extension that matches the file's bytes; undefined if they are not recognised or the detector cannot be
 * loaded.
 */
async function sniff(file: File): Promise<string | undefined> {
  try {
    const { fileTypeFromBlob } = await import('file-type/core')
    return (await fileTypeFromBlob(file))?.ext
  } catch {
    return undefined
  }
}

/**
 * Removes metadata that may contain the location from a picture. Returns the same file if there is none. Rejects if
 * the file cannot be read.
 */
export async function stripPictureLocation(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stripped = stripLocation(bytes)
  return stripped === bytes ? file : new File([stripped], file.name, { type: file.type })
}

/** Loads the transcoder with the first file that needs it. */
export const lazyTranscode: Transcode = async (file, kind, options) => {
  const { browserTranscode } = await import('./transcoder/transcoder.ts')
  return browserTranscode(file, kind, options)
}
