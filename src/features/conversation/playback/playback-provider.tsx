import { useActorRef } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { MediaItem } from '#domain/media/media-item.ts'
import { createPlaybackMachine, type Sound } from '#machines/playback/playback-machine.ts'
import { useInspectOption, usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { browserSoundPlayer } from '#src/platform/media/browser-sound-player.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { createLocalAddresses, nextSoundAfter, soundOf, wasRemoved } from './sounds.ts'

interface PlaybackProviderProps {
  readonly messages: readonly MediaItem[]
  readonly children: ReactNode
}

/**
 * Plays the sounds of a conversation or collection. Playback stops when the screen closes or the message is removed.
 */
export const PlaybackProvider = ({ messages, children }: PlaybackProviderProps) => {
  const inspectOption = useInspectOption()
  const { media } = useAccount()
  const [{ playbackRate }] = usePreferences()
  const toasts = useToasts()
  const text = useText()
  const latest = useRef(messages)
  const [local] = useState(() => createLocalAddresses(media))
  const [toSound] = useState(() => (message: MediaItem) => soundOf(message, media, local))
  const [machine] = useState(() =>
    createPlaybackMachine({
      player: browserSoundPlayer,
      nextOf: (key) => nextSoundAfter(key, latest.current, toSound),
    }),
  )
  const actor = useActorRef(
    machine.provide({
      actions: { notify: (_, { key }) => toasts.show({ kind: 'warning', text: text(key) }) },
    }),
    { input: { rate: playbackRate }, ...inspectOption },
  )
  useEffect(() => {
    const before = latest.current
    latest.current = messages
    const key = actor.getSnapshot().context.sound?.key
    if (key !== undefined && wasRemoved(key, before, messages)) actor.send({ type: 'sound.gone', key })
  }, [messages, actor])
  useEffect(() => actor.send({ type: 'rate.chosen', rate: playbackRate }), [playbackRate, actor])
  useEffect(() => local.release, [local])
  return (
    <PlaybackContext value={actor}>
      <SoundSourceContext value={toSound}>{children}</SoundSourceContext>
    </PlaybackContext>
  )
}

type PlaybackActor = ActorRefFrom<ReturnType<typeof createPlaybackMachine>>

const PlaybackContext = createContext<PlaybackActor | undefined>(undefined)

/** Returns the playback actor of the conversation. Throws outside one. */
export const usePlayback = (): PlaybackActor => {
  const actor = use(PlaybackContext)
  if (actor === undefined) throw new Error('usePlayback needs the PlaybackContext above it')
  return actor
}

/** The playable sound of a message. */
export const SoundSourceContext = createContext<(message: MediaItem) => Sound | undefined>(() => undefined)
