import { type PicturePart, partsOf, pictureType, textAt } from './picture-parts.ts'

/**
 * Returns a picture without the data that may include its location, with the same pixels; the same bytes if it has no
 * such data. A JPEG keeps its orientation. Formats that this module cannot parse stay unchanged.
 */
export function stripLocation(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const type = pictureType(bytes)
  const parts = [...partsOf(type, bytes)]
  const locationParts = parts.filter(({ mayHoldLocation }) => mayHoldLocation)
  const hasFlags = type === 'image/webp' && (webpFlags(bytes) & placeFlags) !== 0
  if (locationParts.length === 0 && !hasFlags) return bytes
  const kept = parts.filter(({ mayHoldLocation }) => !mayHoldLocation)
  const pieces = kept.map(({ from, to }) => bytes.slice(from, to))
  const head = bytes.slice(0, parts[0]?.from ?? bytes.length)
  if (type === 'image/jpeg') return joined([head, ...uprightOf(bytes, locationParts), ...pieces])
  const made = joined([head, ...pieces])
  return type === 'image/webp' ? asWebp(made) : made
}

/** Flags of a VP8X chunk: Exif and XMP. */
const placeFlags = 0x0c
const flagsAt = 20
const webpFlags = (bytes: Uint8Array): number => (textAt(bytes, 12, 4) === 'VP8X' ? (bytes[flagsAt] ?? 0) : 0)

/** Updates the length, and clears the flags of the removed data. */
function asWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  if (textAt(bytes, 12, 4) === 'VP8X') bytes[flagsAt] = (bytes[flagsAt] ?? 0) & ~placeFlags
  return bytes
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Returns Exif data with nothing but the orientation, if the picture has one other than upright. */
function uprightOf(bytes: Uint8Array, locationParts: readonly PicturePart[]): readonly Uint8Array[] {
  const exif = locationParts.find(
    ({ from, name }) => name === 'e1' && textAt(bytes, from + 4, 6) === 'Exif\0\0',
  )
  const orientation = exif && orientationOf(bytes.subarray(exif.from + 10, exif.to))
  if (orientation === undefined || orientation < 2 || orientation > 8) return []
  const head = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0]
  const directory = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
  return [
    Uint8Array.from([...head, ...directory, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]
}

const orientationTag = 0x0112
const entryLength = 12

/** Reads the orientation from the first directory of a TIFF structure; undefined if it is not there. */
function orientationOf(tiff: Uint8Array): number | undefined {
  if (tiff.length < 8) return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittleEndian = textAt(tiff, 0, 2) === 'II'
  const directory = view.getUint32(4, isLittleEndian)
  if (directory + 2 > tiff.length) return undefined
  const count = view.getUint16(directory, isLittleEndian)
  for (let entry = directory + 2, seen = 0; seen < count; seen += 1, entry += entryLength) {
    if (entry + entryLength > tiff.length) return undefined
    if (view.getUint16(entry, isLittleEndian) === orientationTag)
      return view.getUint16(entry + 8, isLittleEndian)
  }
  return undefined
}
