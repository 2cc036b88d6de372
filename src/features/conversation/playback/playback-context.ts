import { createContext, use } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Medium } from '#domain/media/media-item.ts'
import type { playbackMachine, Sound } from '#machines/playback/playback-machine.ts'

export type PlaybackActor = ActorRefFrom<typeof playbackMachine>

export const PlaybackContext = createContext<PlaybackActor | undefined>(undefined)

/** What plays the sounds of the conversation. Throws outside one. */
export const usePlayback = (): PlaybackActor => {
  const actor = use(PlaybackContext)
  if (actor === undefined) throw new Error('usePlayback needs the PlaybackContext above it')
  return actor
}

/** What of a message can be played. */
export const SoundSourceContext = createContext<(message: Medium) => Sound | undefined>(() => undefined)
