import { fileTypeFromBuffer } from 'file-type/core'
import { type FileType, fileTypeOf } from '#domain/media/media-types.ts'

/** Looks at the bytes; those that nothing is recognised in are only ever a file. */
export async function sniffFile(bytes: Uint8Array): Promise<FileType> {
  return fileTypeOf((await recognise(bytes))?.ext)
}

/** What was made to confuse whoever looks at it is not recognised either. */
const recognise = (bytes: Uint8Array) => fileTypeFromBuffer(bytes).catch(() => undefined)
