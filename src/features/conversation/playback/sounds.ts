import type { MediaOperations } from '#client/media.ts'
import type { Medium } from '#domain/media/media-item.ts'
import { mediaOf, readMessageBody } from '#domain/message/message-body.ts'
import { isReplaced } from '#domain/message-list/anchor.ts'
import type { Sound } from '#machines/playback/playback-machine.ts'

/** Makes files of this device playable, and takes back what that takes. */
interface LocalAddresses {
  of(fileKey: string): Promise<string | undefined>
  release(): void
}

/** How long a sound is, s, as its message or its file tells; 0 when they do not. */
export function secondsOf(message: Medium): number {
  if (message.attachment !== undefined) return message.attachment.seconds ?? 0
  const body = readMessageBody(message.type, message.body)
  return body.kind === 'audio' ? body.seconds : 0
}

/** The sound of a message; undefined when it has none, or a damaged one. */
export function soundOf(
  message: Medium,
  media: Pick<MediaOperations, 'openFiles'>,
  local: LocalAddresses,
): Sound | undefined {
  if (message.type !== 'audio') return undefined
  const [address, fileKey] = [mediaOf(message), message.attachment?.fileKey]
  if (address === undefined && fileKey === undefined) return undefined
  return {
    key: message.key,
    seconds: secondsOf(message),
    locate: async (isAnew) => {
      const own = fileKey === undefined ? undefined : await local.of(fileKey)
      if (own !== undefined || address === undefined) return own
      return (await media.openFiles(isAnew)) ? address.path : undefined
    },
  }
}

/** The sound that plays on after another one: the next of the messages that has any. */
export function soundAfter(
  key: string,
  messages: readonly Medium[],
  toSound: (message: Medium) => Sound | undefined,
): Sound | undefined {
  const at = messages.findIndex((message) => message.key === key)
  if (at < 0) return undefined
  for (const message of messages.slice(at + 1)) {
    const sound = toSound(message)
    if (sound !== undefined) return sound
  }
  return undefined
}

/** Whether the message of a sound went while others stayed; one far from what is shown now plays on. */
export function hasGone(key: string, before: readonly Medium[], now: readonly Medium[]): boolean {
  if (now.some((message) => message.key === key)) return false
  const isElsewhere = isReplaced(keysOf(before), keysOf(now))
  return !isElsewhere && before.some((message) => message.key === key)
}

const keysOf = (messages: readonly Medium[]): readonly string[] => messages.map(({ key }) => key)

/** Addresses for files of this device, one each, until they are released. */
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
