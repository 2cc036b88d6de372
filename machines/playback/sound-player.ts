import type { PlaybackFault } from '#domain/media/playback.ts'

/** How far a sound has come, s; the length is 0 until it is known. */
export interface SoundProgress {
  readonly position: number
  readonly length: number
}

/** What a player tells while it has a sound. */
export interface PlayerListener {
  /** It is heard now. */
  onPlaying(): void
  /** It waits for data. */
  onWaiting(): void
  onProgress(progress: SoundProgress): void
  /** It stopped where it is without being told to: something else is heard, or the system said so. */
  onPaused(): void
  onEnded(): void
  onFailed(fault: PlaybackFault): void
}

/** A sound that plays. */
export interface PlayingSound {
  seek(position: number): void
  setRate(rate: number): void
  /** Silences it and lets its data go; nothing is told after that. */
  end(): void
}

/** Plays sounds on this device. */
export interface SoundPlayer {
  /** Begins to play from a position, s, at a rate; what comes of it is told to the listener, also that it was not allowed. */
  play(
    source: string,
    from: Pick<SoundProgress, 'position'> & { readonly rate: number },
    listener: PlayerListener,
  ): PlayingSound
}
