import type { MediaOperations } from '#client/media.ts'
import type { MediaItem } from '#domain/media/media-item.ts'
import { mediaOf, readMessageBody } from '#domain/message/message-body.ts'
import { isReplaced } from '#domain/message-list/anchor.ts'
import type { Sound } from '#machines/playback/playback-machine.ts'

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
export function soundOf(
  message: MediaItem,
  media: Pick<MediaOperations, 'ensureFileCookie'>,
  local: LocalAddresses,
): Sound | undefined {
  if (message.type !== 'audio') return undefined
  const [address, fileKey] = [mediaOf(message), message.attachment?.fileKey]
  if (address === undefined && fileKey === undefined) return undefined
  return {
    key: message.key,
    seconds: secondsOf(message),
    locate: async (isRenewed) => {
      const own = fileKey === undefined ? undefined : await local.of(fileKey)
      if (own !== undefined || address === undefined) return own
      return (await media.ensureFileCookie(isRenewed)) ? address.path : undefined
    },
  }
}

/** Returns the sound to play after another one: that of the next message with a sound. */
export function nextSoundAfter(
  key: string,
  messages: readonly MediaItem[],
  toSound: (message: MediaItem) => Sound | undefined,
): Sound | undefined {
  const at = messages.findIndex((message) => message.key === key)
  if (at < 0) return undefined
  for (const message of messages.slice(at + 1)) {
    const sound = toSound(message)
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
