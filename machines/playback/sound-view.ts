import type { SnapshotFrom } from 'xstate'
import type { playbackMachine } from './playback-machine.ts'

/** How one of the sounds fares [MEDIA-11]. */
export interface SoundView {
  readonly state: 'idle' | 'loading' | 'playing' | 'expired'
  /** Whether it could not be loaded when it was tried last; it may be tried again. */
  readonly hasFailed: boolean
  /** Where it is, or was left, s. */
  readonly position: number
  /** s; 0 when nobody knows. */
  readonly length: number
}

/** One sound of all; `seconds` is what its message says, which holds until it is known better. */
export function soundView(
  snapshot: SnapshotFrom<typeof playbackMachine>,
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
