import type { UploadFile } from '#streams/upload-file.ts'

/** The microphone of a device. */
export interface Microphone {
  /** Opens it and begins to record; rejects when there is none or it may not be used. Once `signal` aborts it is closed again. */
  open(signal: AbortSignal): Promise<Recording>
}

/** A recording under way; the microphone is open until one of its last two calls. */
export interface Recording {
  /** How loud it is right now, 0 to 1. */
  level(): number
  /** Calls the listener when the microphone ends by itself, as one does that is unplugged. */
  onEnded(listener: () => void): void
  /** Closes the microphone and gives what was recorded. */
  finish(): Promise<UploadFile>
  /** Closes the microphone and throws away what was recorded, unless it has been given; may be called again. */
  close(): void
}

/** What was recorded and how long it is. */
export interface RecordedSound {
  readonly file: UploadFile
  readonly seconds: number
}
