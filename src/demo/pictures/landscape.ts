import type { RandomPicker } from '../world/seeded-random.ts'

type Colour = readonly [number, number, number]

/** Colours of the upper sky, the horizon, the sun, the far hills and the near hills. */
const moods: readonly (readonly [Colour, Colour, Colour, Colour, Colour])[] = [
  [
    [38, 70, 120],
    [246, 178, 130],
    [255, 226, 160],
    [96, 96, 140],
    [34, 52, 74],
  ],
  [
    [150, 200, 235],
    [236, 244, 240],
    [255, 250, 220],
    [126, 170, 150],
    [52, 96, 78],
  ],
  [
    [30, 28, 66],
    [120, 92, 150],
    [240, 236, 214],
    [70, 60, 110],
    [24, 24, 46],
  ],
  [
    [226, 132, 96],
    [252, 220, 176],
    [255, 246, 214],
    [176, 110, 100],
    [92, 58, 66],
  ],
]
/** The size of every landscape, px. */
export const landscapeSize = { width: 360, height: 240 }
const skySteps = 48
const hillSteps = 5

/** Paints a random landscape with sky, sun and rows of hills. The same draws give the same picture. */
export function paintLandscape(random: RandomPicker): IndexedPicture {
  const [above, horizon, sun, far, near] = random.pick(moods)
  const palette = [...blend(above, horizon, skySteps), sun, ...blend(far, near, hillSteps)]
  const { width, height } = landscapeSize
  const pixels = new Uint8Array(width * height)
  paintSky(pixels)
  paintSun(pixels, random)
  for (let row = 0; row < hillSteps; row++) paintHills(pixels, row, random)
  return { width, height, palette, pixels }
}

const blend = (from: Colour, to: Colour, steps: number): readonly Colour[] =>
  Array.from({ length: steps }, (_, step): Colour => {
    const mix = (index: 0 | 1 | 2) =>
      Math.round(from[index] + ((to[index] - from[index]) * step) / (steps - 1))
    return [mix(0), mix(1), mix(2)]
  })

function paintSky(pixels: Uint8Array): void {
  const { width, height } = landscapeSize
  for (let y = 0; y < height; y++) {
    pixels.fill(
      Math.min(Math.floor((y / (height * 0.75)) * skySteps), skySteps - 1),
      y * width,
      (y + 1) * width,
    )
  }
}

function paintSun(pixels: Uint8Array, random: RandomPicker): void {
  const { width, height } = landscapeSize
  const radius = random.integer(14, 30)
  const [centreX, centreY] = [random.integer(50, width - 50), random.integer(40, height / 2)]
  for (let y = centreY - radius; y <= centreY + radius; y++) {
    const half = Math.round(Math.sqrt(radius ** 2 - (y - centreY) ** 2))
    pixels.fill(skySteps, y * width + centreX - half, y * width + centreX + half)
  }
}

/** Paints one row of hills with an outline of two waves. Near rows are lower. */
function paintHills(pixels: Uint8Array, row: number, random: RandomPicker): void {
  const { width, height } = landscapeSize
  const base = height * (0.55 + row * 0.09)
  const [long, short] = [random.integer(60, 120), random.integer(18, 40)]
  const shift = random.integer(0, 500)
  for (let x = 0; x < width; x++) {
    const outline = base + Math.sin((x + shift) / long) * 20 + Math.sin((x + shift * 2) / short) * 6
    for (let y = Math.max(0, Math.round(outline)); y < height; y++) pixels[y * width + x] = skySteps + 1 + row
  }
}

/** A picture with at most 256 colours: one palette index per pixel, row by row. */
interface IndexedPicture {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each colour, 0 to 255. */
  readonly palette: readonly (readonly [number, number, number])[]
  readonly pixels: Uint8Array
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Header fields: eight bits per pixel, palette colours. */
const [bitDepth, byPalette] = [8, 3]

/** Encodes a picture as PNG. */
export async function encodePng(picture: IndexedPicture): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, palette } = picture
  const header = [...bigEndian(width), ...bigEndian(height), bitDepth, byPalette, 0, 0, 0]
  return new Uint8Array([
    ...signature,
    ...chunk('IHDR', header),
    ...chunk('PLTE', palette.flat()),
    ...chunk('IDAT', await deflate(scanLines(picture))),
    ...chunk('IEND', []),
  ])
}

/** The rows, each after the number of its filter: none. */
function scanLines({ width, height, pixels }: IndexedPicture): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array((width + 1) * height)
  for (let row = 0; row < height; row++) {
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  return lines
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}

function chunk(name: string, data: Iterable<number>): readonly number[] {
  const content = [...name].map((letter) => letter.charCodeAt(0)).concat(...data)
  return [...bigEndian(content.length - name.length), ...content, ...bigEndian(checksum(content))]
}

const bigEndian = (value: number): readonly number[] =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

/** CRC-32, computed bit by bit, because the pictures are small. */
function checksum(bytes: readonly number[]): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return ~rest >>> 0
}
