import type { Outcome } from '#domain/commands/command.ts'
import { succeeded } from '#domain/http/refusal.ts'
import { canBeSticker, notASticker } from '#domain/stickers/sticker-rules.ts'
import { pictureWithoutPlace } from '#src/platform/media/picture-without-place.ts'
import { recogniseFile } from '#src/platform/media/recognise-file.ts'
import type { UploadFile } from '#streams/ports.ts'

/**
 * A picked file as a sticker, without what says where it was taken. Refuses, before it is read as a whole, what is no picture
 * by its bytes or too large, and what cannot be read [STICK-02] (DEC-159).
 */
export async function takeSticker(file: File): Promise<Outcome<UploadFile>> {
  const { kind } = await recogniseFile(file)
  if (!canBeSticker({ kind, size: file.size })) return notASticker
  const taken = await pictureWithoutPlace(file).catch(() => undefined)
  if (taken === undefined) return notASticker
  const { name, type, size } = taken
  return succeeded({ name, type, size, content: taken })
}
