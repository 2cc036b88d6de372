const placeChunk = Buffer.from('\0\0\0\x02eXIfII\0\0\0\0', 'latin1')
/** Length, name and checksum of the chunk that ends a PNG. */
const endLength = 12

/** Returns the PNG with location metadata after its pixels. */
export const withLocation = (png: Uint8Array): Uint8Array<ArrayBuffer> => {
  const end = png.length - endLength
  return Uint8Array.from([...png.slice(0, end), ...placeChunk, ...png.slice(end)])
}
