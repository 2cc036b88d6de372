import { renamedTo } from '#domain/media/file-name.ts'
import { headerLength, readPictureFacts } from '#domain/media/picture-header.ts'
import { type PixelSize, pictureEncoding, type ScaledType, scaledType } from '#domain/media/picture-size.ts'
import { TranscodingError } from './transcoding-messages.ts'

const quality = 0.9

/**
 * Scales a picture down to a height of 1024 px and removes its location. Returns the same file if it is sent
 * unchanged [MEDIAT-02 MEDIAT-03 MEDIAT-04] (DEC-159). Throws if it cannot be decoded.
 */
export async function transcodePicture(file: File): Promise<File> {
  const facts = await factsOf(file, headerLength)
  // Decided before decoding if possible, so that a GIF with thousands of frames is never decoded.
  if (facts.type !== undefined && pictureEncoding(facts, endless) === undefined) return file
  const bitmap = await createImageBitmap(file)
  try {
    // The location may follow after the pixels.
    const work = pictureEncoding(await factsOf(file, file.size), bitmap)
    return work === undefined ? file : await draw(bitmap, file.name, work)
  } finally {
    bitmap.close()
  }
}

const factsOf = async (file: File, length: number) =>
  readPictureFacts(new Uint8Array(await file.slice(0, length).arrayBuffer()))

/** A size that is scaled whatever the limit is. */
const endless: PixelSize = { width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER }

async function draw(
  bitmap: ImageBitmap,
  name: string,
  { width, height, type }: PixelSize & { readonly type: ScaledType },
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new TranscodingError('TRANSCODING_FAILED', 'no canvas')
  const scaled = await createImageBitmap(bitmap, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  context.drawImage(scaled, 0, 0)
  scaled.close()
  const blob = await canvas.convertToBlob({ type, quality })
  // A browser that cannot encode this format writes PNG and says so in the type.
  return new File([blob], renamedTo(name, scaledType(blob.type)), { type: blob.type })
}
