import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { canGoAs, fileTypeOf } from '#domain/media/media-types.ts'
import type { PickedFile } from './prepare-attachment.ts'

/**
 * Detects the kind of a file from its first bytes, as the server does. An unknown type is sent as a file. `wanted` is
 * the kind that the user chose; 'file' is always kept.
 */
export async function recogniseFile(file: File, wanted?: AttachmentKind): Promise<PickedFile> {
  if (wanted === 'file') return { file, kind: 'file', isContainer: false }
  const type = fileTypeOf(await sniff(file))
  const kind = wanted === 'audio' && canGoAs(type, 'audio') ? 'audio' : type.kind
  return { file, kind, isContainer: type.isContainer }
}

/**
 * Returns the extension that matches the file's bytes; undefined if they are not recognised or the detector cannot be
 * loaded.
 */
async function sniff(file: File): Promise<string | undefined> {
  try {
    const { fileTypeFromBlob } = await import('file-type/core')
    return (await fileTypeFromBlob(file))?.ext
  } catch {
    return undefined
  }
}
