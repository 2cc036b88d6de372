import { readFileSync } from 'node:fs'

/** The smallest picture there is: one pixel. */
export const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/media/${name}`, import.meta.url)))

/** Two seconds of a test card with a tone, H.264 and AAC. */
export const mp4 = read('clip.mp4')
/** A second of a test card without sound, VP8. */
export const webm = read('clip.webm')
/** Three seconds of a tone. */
export const mp3 = read('tone.mp3')
/** Two seconds of a tone as browsers record it: Opus in WebM. */
export const recording = read('voice.webm')

export const textBytes = (content: string) => new Uint8Array(new TextEncoder().encode(content))
