import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { canGoAs, fileTypeOf } from '#domain/media/media-types.ts'
import type { PickedFile } from './prepare-attachment.ts'

/**
 * Looks at a file's first bytes, as the server will: a picture named .mp4 is a picture, and what nothing is recognised in goes
 * as a file. `wanted` is what the person asked for; a file stays one whatever is in it.
 */
export async function recogniseFile(file: File, wanted?: AttachmentKind): Promise<PickedFile> {
  if (wanted === 'file') return { file, kind: 'file', isContainer: false }
  const type = fileTypeOf(await sniff(file))
  const kind = wanted === 'audio' && canGoAs(type, 'audio') ? 'audio' : type.kind
  return { file, kind, isContainer: type.isContainer }
}

/** The extension of what its bytes are; what confuses the reader is not recognised, nor anything while the reader is not there. */
async function sniff(file: File): Promise<string | undefined> {
  try {
    const { fileTypeFromBlob } = await import('file-type/core')
    return (await fileTypeFromBlob(file))?.ext
  } catch {
    return undefined
  }
}
