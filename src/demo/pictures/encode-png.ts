/** A picture with at most 256 colours: one palette index per pixel, row by row. */
export interface IndexedPicture {
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
