import type { AttachmentKind } from '#domain/media/attachment-kind.ts'

/** Kinds that are made smaller before they leave; a file goes as it is. */
export type TranscodedKind = Exclude<AttachmentKind, 'file'>

export interface TranscodingOptions {
  /** Told how much is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  /** Aborting ends the work within a second. */
  readonly signal: AbortSignal
}

/**
 * Makes the file that is sent of the one that was picked; the same file when nothing is gained. Rejects when it cannot, or
 * with the signal's reason once that aborts. The caller then sends the original if it is within the limits.
 */
export type Transcode = (file: File, kind: TranscodedKind, options: TranscodingOptions) => Promise<File>
