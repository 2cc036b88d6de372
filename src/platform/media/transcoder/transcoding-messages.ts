import type { AttachmentKind } from '#domain/media/attachment-kind.ts'

/** A request to the worker: one file per worker. */
export interface TranscodingRequest {
  readonly file: File
  readonly kind: TranscodedKind
  /** The file's name during the work [MEDIAT-07]. */
  readonly temporaryName: string
}

/** A report of the worker: any number of steps and progress reports, then a result or an error. */
export type TranscodingReport =
  /** A step starts, and its time limit with it. */
  | { readonly type: 'step'; readonly step: TranscodingStep }
  /** 0 to 1. */
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'done'; readonly file: File }
  | { readonly type: 'failed'; readonly code: TranscodingErrorCode; readonly detail: string }

/** Loading a program, or one command of it. */
export type TranscodingStep = 'loading' | 'command'

export type TranscodingErrorCode =
  /** The file is empty [MEDIAT-08]. */
  | 'INVALID_INPUT_FILE'
  /** ffmpeg was used before it was loaded [MEDIAT-09]. */
  | 'FFMPEG_NOT_LOADED'
  /** A step exceeded its time limit [MEDIAT-06]. */
  | 'TRANSCODING_TIMED_OUT'
  /** No transcoder can convert this file. */
  | 'TRANSCODING_FAILED'

/** Why there is no transcoded file. */
export class TranscodingError extends Error {
  override readonly name = 'TranscodingError'
  readonly code: TranscodingErrorCode

  constructor(code: TranscodingErrorCode, detail = '', cause?: unknown) {
    super(detail === '' ? code : `${code}: ${detail}`, { cause })
    this.code = code
  }
}

/** Reports the steps and the progress of a worker, 0 to 1. */
export interface WorkReport {
  step(step: TranscodingStep): void
  progress(fraction: number): void
}

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
