import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeQR } from 'qr'

/** What Chromium's fake camera films. Each worker has its own. */
const film = join(tmpdir(), `filmed-code-${process.pid}.y4m`)

/** Replaces the cameras of the device by the film, and allows their use where the page's policy does. */
export const filmFlags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]

const [width, height] = [640, 480]
/** The side of a module, px. */
const scale = 6

/**
 * Writes the film of a code, dark on a light sheet in front of a grey wall, or of the wall alone. A camera that is
 * open meanwhile may see it or not: close it before.
 */
export async function filmCode(text: string): Promise<void> {
  const rows = text === '' ? [] : encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = rows.length * scale
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  const brightness = Buffer.alloc(width * height, 110)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
      brightness[(top + y) * width + left + x] = isDark ? 30 : 225
    }
  // Two planes of colour, each of a quarter of the size, without any.
  const colour = Buffer.alloc((width * height) / 2, 128)
  const header = `YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420jpeg\n`
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colour])
  await writeFile(film, Buffer.concat([Buffer.from(header), frame, frame]))
}
