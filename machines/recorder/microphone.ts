import type { UploadFile } from '#streams/upload-file.ts'

/** The microphone of a device. */
export interface Microphone {
  /**
   * Opens the microphone and starts to record. Rejects if there is none or permission is denied. Closes it when
   * `signal` aborts.
   */
  open(signal: AbortSignal): Promise<Recording>
}

/** A running recording. The microphone is open until `finish` or `close`. */
export interface Recording {
  /** The current loudness, 0 to 1. */
  level(): number
  /** Calls the listener when the microphone ends without a request, for example when it is unplugged. */
  onEnded(listener: () => void): void
  /** Closes the microphone and returns the recording. */
  finish(): Promise<UploadFile>
  /** Closes the microphone and discards an unfinished recording. May be called again. */
  close(): void
}

/** A recording and its duration. */
export interface RecordedSound {
  readonly file: UploadFile
  readonly seconds: number
}
