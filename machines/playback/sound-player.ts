import type { PlaybackFault } from '#domain/media/playback.ts'

/** The position in a sound, s; the length is 0 until it is known. */
export interface SoundProgress {
  readonly position: number
  readonly length: number
}

/** Receives the events of a player while it has a sound. */
export interface PlayerListener {
  /** Playback has started. */
  onPlaying(): void
  /** The player waits for data. */
  onWaiting(): void
  onProgress(progress: SoundProgress): void
  /** The player paused without a request: another sound started, or the system paused it. */
  onPaused(): void
  onEnded(): void
  onFailed(fault: PlaybackFault): void
}

/** A sound that is playing. */
export interface PlayingSound {
  seek(position: number): void
  setRate(rate: number): void
  /** Stops the sound and releases its data. The listener is not called afterwards. */
  end(): void
}

/** Plays sounds on this device. */
export interface SoundPlayer {
  /** Plays from a position, s, at a rate. The result, including a blocked playback, goes to the listener. */
  play(
    source: string,
    from: Pick<SoundProgress, 'position'> & { readonly rate: number },
    listener: PlayerListener,
  ): PlayingSound
}
