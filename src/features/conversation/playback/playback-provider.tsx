import { useActorRef } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { MediaOperations } from '#client/media.ts'
import type { MediaItem } from '#domain/media/media-item.ts'
import { mediaOf, readMessageBody } from '#domain/message/message-body.ts'
import { isReplaced } from '#domain/message-list/anchor.ts'
import {
  createPlaybackMachine,
  type PlaybackServices,
  type Sound,
} from '#machines/playback/playback-machine.ts'
import { useInspectOption, usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { browserSoundPlayer } from '#src/platform/media/browser-sound-player.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

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
  const [machine] = useState(() =>
    createPlaybackMachine({
      player: browserSoundPlayer,
      locate: createSoundLocator(media, local, () => latest.current),
      nextOf: (key) => nextSoundAfter(key, latest.current),
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
  return <PlaybackContext value={actor}>{children}</PlaybackContext>
}

type PlaybackActor = ActorRefFrom<ReturnType<typeof createPlaybackMachine>>

const PlaybackContext = createContext<PlaybackActor | undefined>(undefined)

/** Returns the playback actor of the conversation. Throws outside one. */
export const usePlayback = (): PlaybackActor => {
  const actor = use(PlaybackContext)
  if (actor === undefined) throw new Error('usePlayback needs the PlaybackContext above it')
  return actor
}

/** Creates and revokes object URLs of local files. */
interface LocalAddresses {
  of(fileKey: string): Promise<string | undefined>
  release(): void
}

/** Returns the length of a sound by its message or file, s; 0 if unknown. */
export function secondsOf(message: MediaItem): number {
  if (message.attachment !== undefined) return message.attachment.seconds ?? 0
  const body = readMessageBody(message.type, message.body)
  return body.kind === 'audio' ? body.seconds : 0
}

/** Returns the sound of a message; undefined if it has none or it is damaged. */
export function soundOf(message: MediaItem): Sound | undefined {
  const isPlayable = mediaOf(message) !== undefined || message.attachment !== undefined
  return message.type === 'audio' && isPlayable
    ? { key: message.key, seconds: secondsOf(message) }
    : undefined
}

/**
 * Returns a function that locates the sound of a message: in the local file until it is sent, then on the server.
 * Remembers the last message, because it may leave the loaded window while its sound plays.
 */
export function createSoundLocator(
  media: Pick<MediaOperations, 'ensureFileCookie'>,
  local: LocalAddresses,
  messages: () => readonly MediaItem[],
): PlaybackServices['locate'] {
  let last: MediaItem | undefined
  return async (key, isRetry) => {
    last = [...messages(), ...(last ? [last] : [])].find((message) => message.key === key)
    if (!last) return undefined
    const [address, fileKey] = [mediaOf(last), last.attachment?.fileKey]
    const own = fileKey === undefined ? undefined : await local.of(fileKey)
    if (own !== undefined || address === undefined) return own
    return (await media.ensureFileCookie(isRetry)) ? address.path : undefined
  }
}

/** Returns the sound to play after another one: that of the next message with a sound. */
export function nextSoundAfter(key: string, messages: readonly MediaItem[]): Sound | undefined {
  const at = messages.findIndex((message) => message.key === key)
  if (at < 0) return undefined
  for (const message of messages.slice(at + 1)) {
    const sound = soundOf(message)
    if (sound !== undefined) return sound
  }
  return undefined
}

/**
 * Returns whether the message of a sound was removed while others stayed. A message outside the loaded window plays on.
 */
export function wasRemoved(key: string, before: readonly MediaItem[], now: readonly MediaItem[]): boolean {
  if (now.some((message) => message.key === key)) return false
  const isElsewhere = isReplaced(keysOf(before), keysOf(now))
  return !isElsewhere && before.some((message) => message.key === key)
}

const keysOf = (messages: readonly MediaItem[]): readonly string[] => messages.map(({ key }) => key)

/** Creates object URLs of local files, one per file, until they are released. */
export function createLocalAddresses(media: Pick<MediaOperations, 'localFile'>): LocalAddresses {
  const made = new Map<string, string>()
  return {
    async of(fileKey) {
      const known = made.get(fileKey)
      if (known !== undefined) return known
      const file = await media.localFile(fileKey)
      if (file === undefined) return undefined
      const { content, type } = file
      const blob = content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type })
      const address = URL.createObjectURL(blob)
      made.set(fileKey, address)
      return address
    },
    release() {
      for (const address of made.values()) URL.revokeObjectURL(address)
      made.clear()
    },
  }
}
