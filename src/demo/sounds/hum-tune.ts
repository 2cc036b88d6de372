import type { SeededRandom } from '../world/seeded-random.ts'

/** Samples a second, one byte each: little, and enough for a hum. */
const rate = 8000
/** A scale in which any tone goes with any other, Hz. */
const scale = [220, 247.5, 277.2, 330, 370, 440] as const
/** How long a tone lasts, s. */
const toneLength = 0.4
const headerLength = 44

/** A small tune as a WAV file of so many whole seconds; the same random gives the same tune. */
export function humTune(random: SeededRandom, seconds: number): Uint8Array {
  const count = rate * seconds
  const file = new Uint8Array(headerLength + count)
  writeHeader(new DataView(file.buffer), count)
  const tones = Array.from({ length: Math.ceil(seconds / toneLength) }, () => random.pick(scale))
  for (let index = 0; index < count; index += 1) {
    const time = index / rate
    const tone = tones[Math.floor(time / toneLength)] ?? scale[0]
    const within = (time % toneLength) / toneLength
    // Each tone swells and fades, so that none begins or ends with a click.
    const loudness = 50 * Math.sin(Math.PI * within) * Math.min(1, (seconds - time) * 4)
    file[headerLength + index] = 128 + Math.round(loudness * Math.sin(2 * Math.PI * tone * time))
  }
  return file
}

/** What a WAV file of one channel of bytes begins with. */
function writeHeader(view: DataView, count: number): void {
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) view.setUint8(at + index, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, headerLength - 8 + count, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // Plain samples, one channel, one byte a sample.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, count, true)
}
