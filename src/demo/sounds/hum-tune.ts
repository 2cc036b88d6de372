import type { SeededRandom } from '../world/seeded-random.ts'

/** Samples per second, one byte each. Enough for a hum. */
const rate = 8000
/** A scale in which all tones harmonise, Hz. */
const scale = [220, 247.5, 277.2, 330, 370, 440] as const
/** The duration of a tone, s. */
const toneLength = 0.4
const headerLength = 44

/** Creates a short tune as a WAV file of whole seconds. The same random source gives the same tune. */
export function humTune(random: SeededRandom, seconds: number): Uint8Array {
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
