import type { TranscodedKind } from '../transcoding.ts'

/** What the worker is asked: one file, made once. */
export interface TranscodingRequest {
  readonly file: File
  readonly kind: TranscodedKind
  /** Name of the file while it is worked on [MEDIAT-07]. */
  readonly temporaryName: string
}

/** What the worker tells: any number of the first two, then one of the others. */
export type TranscodingReport =
  /** A step begins, and with it its time. */
  | { readonly type: 'step'; readonly step: TranscodingStep }
  /** 0 to 1. */
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'done'; readonly file: File }
  | { readonly type: 'failed'; readonly code: TranscodingErrorCode; readonly detail: string }

/** Fetching a program, or one command of it. */
export type TranscodingStep = 'loading' | 'command'

export type TranscodingErrorCode =
  /** The file is empty [MEDIAT-08]. */
  | 'INVALID_INPUT_FILE'
  /** ffmpeg was told to do something before it was there [MEDIAT-09]. */
  | 'FFMPEG_NOT_LOADED'
  /** A step took longer than it may [MEDIAT-06]. */
  | 'TRANSCODING_TIMED_OUT'
  /** No way leads from this file to the format it is sent in. */
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

/** How a worker tells, while it works, of steps and of how much is done, 0 to 1. */
export interface WorkReport {
  step(step: TranscodingStep): void
  progress(fraction: number): void
}
