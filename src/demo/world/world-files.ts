import type { FileStore } from '#server/files/file-store.ts'
import { encodePng, paintLandscape } from '../pictures/landscape.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** The prefix of the names of the world's own files. The message number follows. */
const mark = 'de'.repeat(16)
const digits = 8
const ownKey = new RegExp(`^messages/${mark}([0-9a-f]{${digits}})\\.(png|wav|webm)$`)

const nameOf = (messageNumber: number, ending: 'png' | 'wav' | 'webm'): string =>
  `${mark}${messageNumber.toString(16).padStart(digits, '0')}.${ending}`

/** Returns the stored names of the picture, the video and the sound of a message. */
export const pictureName = (messageNumber: number): string => nameOf(messageNumber, 'png')
export const videoName = (messageNumber: number): string => nameOf(messageNumber, 'webm')
export const soundName = (messageNumber: number): string => nameOf(messageNumber, 'wav')

/** Size and duration of the world's only video, px and s. */
export const video = { width: 480, height: 320, seconds: 5 } as const
const videoUrl = new URL('../pictures/moonrise.webm', import.meta.url)

/** Returns the duration of a message's sound, s. */
export const soundSeconds = (messageNumber: number): number => 2 + (messageNumber % 5)

/**
 * Returns the bytes of a file of the world: the video, or a picture or sound, which are generated and always the same.
 * @param key the key in the server's file store; undefined is returned for any other file
 */
export async function makeWorldFile(key: string): Promise<Uint8Array | undefined> {
  const [, digitsOfNumber, ending] = ownKey.exec(key) ?? []
  if (digitsOfNumber === undefined) return undefined
  const number = Number.parseInt(digitsOfNumber, 16)
  if (ending === 'webm') return new Uint8Array(await (await fetch(videoUrl)).arrayBuffer())
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

/** Samples per second, one byte each. Enough for a hum. */
const rate = 8000
/** A scale in which all tones harmonise, Hz. */
const scale = [220, 247.5, 277.2, 330, 370, 440] as const
/** The duration of a tone, s. */
const toneLength = 0.4
const headerLength = 44

/** Creates a short tune as a WAV file of whole seconds. The same random source gives the same tune. */
function humTune(random: SeededRandom, seconds: number): Uint8Array {
  const count = rate * seconds
  const file = new Uint8Array(headerLength + count)
  writeHeader(new DataView(file.buffer), count)
  const tones = Array.from({ length: Math.ceil(seconds / toneLength) }, () => random.pick(scale))
  for (let index = 0; index < count; index += 1) {
    const time = index / rate
    const tone = tones[Math.floor(time / toneLength)] ?? scale[0]
    const within = (time % toneLength) / toneLength
    // Each tone fades in and out, so that it does not click.
    const loudness = 50 * Math.sin(Math.PI * within) * Math.min(1, (seconds - time) * 4)
    file[headerLength + index] = 128 + Math.round(loudness * Math.sin(2 * Math.PI * tone * time))
  }
  return file
}

/** Writes the header of a WAV file with one channel of bytes. */
function writeHeader(view: DataView, count: number): void {
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) view.setUint8(at + index, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, headerLength - 8 + count, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel, one byte per sample.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, count, true)
}
