import type { FileStore } from '#server/ports.ts'
import { encodePng } from '../pictures/encode-png.ts'
import { paintLandscape } from '../pictures/paint-landscape.ts'
import { humTune } from '../sounds/hum-tune.ts'
import { createSeededRandom } from './seeded-random.ts'

/** What the names of the world's own files begin with; the rest is the number of the message. */
const mark = 'de'.repeat(16)
const digits = 8
const ownKey = new RegExp(`^messages/${mark}([0-9a-f]{${digits}})\\.(png|wav)$`)

const nameOf = (messageNumber: number, ending: 'png' | 'wav'): string =>
  `${mark}${messageNumber.toString(16).padStart(digits, '0')}.${ending}`

/** The stored names of the picture that a message of the world shows, and of the sound that one has. */
export const pictureName = (messageNumber: number): string => nameOf(messageNumber, 'png')
export const soundName = (messageNumber: number): string => nameOf(messageNumber, 'wav')

/** How long the sound of a message is, s. */
export const soundSeconds = (messageNumber: number): number => 2 + (messageNumber % 5)

/**
 * The bytes of one of the world's own pictures and sounds, made anew each time, always the same.
 * @param key where the server looks for it in its file store; undefined for any other file
 */
export async function makeWorldFile(key: string): Promise<Uint8Array | undefined> {
  const [, digitsOfNumber, ending] = ownKey.exec(key) ?? []
  if (digitsOfNumber === undefined) return undefined
  const number = Number.parseInt(digitsOfNumber, 16)
  if (ending === 'wav') return humTune(createSeededRandom(number, 'sound'), soundSeconds(number))
  return encodePng(paintLandscape(createSeededRandom(number, 'picture')))
}

/** A file store in which the world's own files lie too, though nobody has put them there. */
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
