import type { SnapshotFrom } from 'xstate'
import type { createPlaybackMachine } from './playback-machine.ts'

/** The state of one sound for the view [MEDIA-11]. */
export interface SoundView {
  readonly state: 'idle' | 'loading' | 'playing' | 'expired'
  /** Whether the last attempt to load it failed. It may be tried again. */
  readonly hasFailed: boolean
  /** The current or last position, s. */
  readonly position: number
  /** The length, s; 0 if unknown. */
  readonly length: number
}

/**
 * Returns the state of one sound. `seconds` is the duration in its message, used until the player knows the length.
 */
export function soundView(
  snapshot: SnapshotFrom<ReturnType<typeof createPlaybackMachine>>,
  key: string,
  seconds: number,
): SoundView {
  const { sound, progress, left, expired } = snapshot.context
  const hasFailed = snapshot.context.failed.has(key)
  if (expired.has(key)) return { state: 'expired', hasFailed, position: 0, length: seconds }
  if (sound?.key !== key) return { state: 'idle', hasFailed, position: left.get(key) ?? 0, length: seconds }
  const state = snapshot.matches({ active: 'playing' }) ? 'playing' : 'loading'
  return { state, hasFailed, position: progress.position, length: progress.length || seconds }
}
