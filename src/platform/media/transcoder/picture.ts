import { renamedTo } from '#domain/media/file-name.ts'
import { headerLength, readPictureFacts } from '#domain/media/picture-header.ts'
import { type PixelSize, pictureEncoding, type ScaledType, scaledType } from '#domain/media/picture-size.ts'
import { TranscodingError } from './protocol.ts'

const quality = 0.9

/**
 * The picture as it is sent: scaled down to 1024 px of height, without the data that says where it was taken; the same file
 * when it goes as it is [MEDIAT-02 MEDIAT-03 MEDIAT-04] (DEC-159). Throws when it cannot be drawn.
 */
export async function transcodePicture(file: File): Promise<File> {
  const facts = await factsOf(file, headerLength)
  // Decided before decoding where it can be: a GIF of thousands of frames is never opened.
  if (facts.type !== undefined && pictureEncoding(facts, endless) === undefined) return file
  const bitmap = await createImageBitmap(file)
  try {
    // What tells the place may stand behind the pixels.
    const work = pictureEncoding(await factsOf(file, file.size), bitmap)
    return work === undefined ? file : await draw(bitmap, file.name, work)
  } finally {
    bitmap.close()
  }
}

const factsOf = async (file: File, length: number) =>
  readPictureFacts(new Uint8Array(await file.slice(0, length).arrayBuffer()))

/** A size that would be scaled, whatever the limit. */
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
  // A browser that cannot write this format writes PNG and says so.
  return new File([blob], renamedTo(name, scaledType(blob.type)), { type: blob.type })
}
