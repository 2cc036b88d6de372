import type { FileStore } from '#server/ports.ts'
import { encodePng } from '../pictures/encode-png.ts'
import { paintLandscape } from '../pictures/paint-landscape.ts'
import { createSeededRandom } from './seeded-random.ts'

/** What the names of the world's own pictures begin with; the rest is the number of the message. */
const mark = 'de'.repeat(16)
const digits = 8
const ownKey = new RegExp(`^messages/${mark}([0-9a-f]{${digits}})\\.png$`)

/** The stored name of the picture that a message of the world shows. */
export const pictureName = (messageNumber: number): string =>
  `${mark}${messageNumber.toString(16).padStart(digits, '0')}.png`

/**
 * The bytes of one of the world's own pictures, painted anew each time, always the same.
 * @param key where the server looks for it in its file store; undefined for any other file
 */
export async function paintWorldPicture(key: string): Promise<Uint8Array | undefined> {
  const number = ownKey.exec(key)?.[1]
  if (number === undefined) return undefined
  return encodePng(paintLandscape(createSeededRandom(Number.parseInt(number, 16), 'picture')))
}

/** A file store in which the world's own pictures lie too, though nobody has put them there. */
export const withWorldPictures = (files: FileStore): FileStore => ({
  put: (key, bytes) => files.put(key, bytes),
  get: async (key, range) => {
    const stored = await files.get(key, range)
    if (stored) return stored
    const painted = await paintWorldPicture(key)
    return range ? painted?.subarray(range.start, range.end + 1) : painted
  },
  remove: (key) => files.remove(key),
})
