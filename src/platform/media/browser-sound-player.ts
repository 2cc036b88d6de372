import { type PlaybackFault, playbackFaultOf } from '#domain/media/playback.ts'
import type { PlayerListener, SoundPlayer } from '#machines/playback/sound-player.ts'
import { exclusivePlayback } from './exclusive-playback.ts'

/** Plays each sound with its own audio element, which is not in the document. */
export const createSoundPlayer = (createAudio: () => HTMLAudioElement): SoundPlayer => ({
  play(source, { position, rate }, listener) {
    const audio = createAudio()
    const stopListening = listen(audio, listener)
    audio.src = source
    audio.defaultPlaybackRate = rate
    audio.playbackRate = rate
    // Before loading, this sets the start position.
    if (position > 0) audio.currentTime = position
    exclusivePlayback.begin(audio)
    audio.play().catch((fault: unknown) => {
      const rejection = rejectionOf(fault)
      if (rejection !== undefined) listener.onFailed(rejection)
    })
    return {
      seek: (to) => {
        audio.currentTime = to
      },
      setRate: (to) => {
        audio.defaultPlaybackRate = to
        audio.playbackRate = to
      },
      end: () => {
        stopListening()
        audio.pause()
        audio.removeAttribute('src')
        exclusivePlayback.end(audio)
      },
    }
  },
})

/**
 * Forwards the element's events to the listener. Returns a function that stops it; closing the element would raise an
 * error event.
 */
function listen(audio: HTMLAudioElement, listener: PlayerListener): () => void {
  const listeners = new AbortController()
  const on = (event: string, handle: () => void) =>
    audio.addEventListener(event, handle, { signal: listeners.signal })
  const reportProgress = () =>
    listener.onProgress({
      position: audio.currentTime,
      length: Number.isFinite(audio.duration) ? audio.duration : 0,
    })
  on('playing', () => listener.onPlaying())
  on('waiting', () => listener.onWaiting())
  on('timeupdate', reportProgress)
  on('durationchange', reportProgress)
  // At its end a sound raises `pause` too.
  on('pause', () => audio.ended || listener.onPaused())
  on('ended', () => listener.onEnded())
  on('error', () => listener.onFailed(playbackFaultOf(audio.error ?? undefined)))
  return () => listeners.abort()
}

/** Why playback did not start; undefined if the element reports it or was closed meanwhile [MEDIA-16]. */
const rejectionOf = (fault: unknown): PlaybackFault | undefined =>
  fault instanceof DOMException && fault.name === 'NotAllowedError' ? 'rejected' : undefined

/** The sounds of this page. */
export const browserSoundPlayer = createSoundPlayer(() => new Audio())
