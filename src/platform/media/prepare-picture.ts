import type { Outcome } from '#domain/commands/command.ts'
import { defaultPictureLimit } from '#domain/media/picture-limits.ts'
import {
  type PixelSize,
  passesThrough,
  renamedTo,
  scaledSize,
  scaledType,
} from '#domain/media/picture-scale.ts'
import { checkFileSize } from '#domain/message/decide-picture.ts'
import type { OutgoingPicture } from '#machines/client/client.ts'

/** What scaling may make of a file; larger ones are not even read, MB. */
const readableLimit = 10 * defaultPictureLimit
const quality = 0.9

/**
 * Makes a picked file ready to be sent: looks whether it is a picture, scales it down to 1024 px of height [MEDIAT-02
 * MEDIAT-03 MEDIAT-04], which also leaves out where it was taken, and checks its size [MEDIA-26 MEDIA-28].
 */
export async function preparePicture(file: File): Promise<Outcome<OutgoingPicture>> {
  const whole = checkFileSize(file.size)
  if (!whole.isOk && !checkFileSize(file.size, readableLimit).isOk) return whole
  const size = await measure(file)
  if (!size && !passesThrough(file.type)) return notAPicture(file.name)
  const target = size && !passesThrough(file.type) ? scaledSize(size) : undefined
  const sent = target ? await scale(file, target) : file
  const final = checkFileSize(sent.size)
  if (!final.isOk) return final
  const { name, type } = sent
  return {
    isOk: true,
    value: { file: { name, type, size: sent.size, content: sent }, ...(target ?? size) },
  }
}

const notAPicture = (name: string) =>
  ({ isOk: false, refusal: { key: 'conversation.attachment.not-a-picture', values: { name } } }) as const

/** Width and height as they are drawn, px; undefined when this browser cannot draw the file. */
async function measure(file: Blob): Promise<PixelSize | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

/** The picture at that size, decoded and shrunk off the main thread. */
async function scale(file: File, { width, height }: PixelSize): Promise<File> {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const type = scaledType(file.type)
  const blob = await canvas.convertToBlob({ type, quality })
  return new File([blob], renamedTo(file.name, type), { type })
}
