import type { AttachmentKind } from '#domain/media/attachment-kind.ts'

/** Kinds that are transcoded before sending. A file is sent unchanged. */
export type TranscodedKind = Exclude<AttachmentKind, 'file'>

export interface TranscodingOptions {
  /** Called with the finished fraction, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  /** Aborting stops the work within a second. */
  readonly signal: AbortSignal
}

/**
 * Transcodes a picked file. Returns the same file if nothing would be gained. Rejects if it fails, or with the
 * signal's reason when it aborts. The caller then sends the original if it is within its limit.
 */
export type Transcode = (file: File, kind: TranscodedKind, options: TranscodingOptions) => Promise<File>
