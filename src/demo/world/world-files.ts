import type { FileStore } from '#server/ports.ts'
import { encodePng } from '../pictures/encode-png.ts'
import { paintLandscape } from '../pictures/paint-landscape.ts'
import { humTune } from '../sounds/hum-tune.ts'
import { createSeededRandom } from './seeded-random.ts'

/** The prefix of the names of the world's own files. The message number follows. */
const mark = 'de'.repeat(16)
const digits = 8
const ownKey = new RegExp(`^messages/${mark}([0-9a-f]{${digits}})\\.(png|wav)$`)

const nameOf = (messageNumber: number, ending: 'png' | 'wav'): string =>
  `${mark}${messageNumber.toString(16).padStart(digits, '0')}.${ending}`

/** Returns the stored names of the picture and the sound of a message. */
export const pictureName = (messageNumber: number): string => nameOf(messageNumber, 'png')
export const soundName = (messageNumber: number): string => nameOf(messageNumber, 'wav')

/** Returns the duration of a message's sound, s. */
export const soundSeconds = (messageNumber: number): number => 2 + (messageNumber % 5)

/**
 * Generates the bytes of a picture or sound of the world, always the same.
 * @param key the key in the server's file store; undefined is returned for any other file
 */
export async function makeWorldFile(key: string): Promise<Uint8Array | undefined> {
  const [, digitsOfNumber, ending] = ownKey.exec(key) ?? []
  if (digitsOfNumber === undefined) return undefined
  const number = Number.parseInt(digitsOfNumber, 16)
  if (ending === 'wav') return humTune(createSeededRandom(number, 'sound'), soundSeconds(number))
  return encodePng(paintLandscape(createSeededRandom(number, 'picture')))
}

/** Adds the world's own files to a file store without storing them. */
export const withWorldFiles = (files: FileStore): FileStore => ({
  put: (key, bytes) => files.put(key, bytes),
  get: async (key, range) => {
    const stored = await files.get(key, range)
    if (stored) return stored
    const made = await makeWorldFile(key)
    return range ? made?.subarray(range.start, range.end + 1) : made
  },
  remove: (key) => files.remove(key),
})
