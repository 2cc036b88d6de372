import type { MediaOperations } from '#client/client.ts'
import type { LocalAddresses } from './sounds.ts'

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
