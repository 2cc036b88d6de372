import { stripLocation } from '#domain/media/strip-location.ts'

/**
 * Removes metadata that may contain the location from a picture. Returns the same file if there is none. Rejects if
 * the file cannot be read.
 */
export async function stripPictureLocation(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stripped = stripLocation(bytes)
  return stripped === bytes ? file : new File([stripped], file.name, { type: file.type })
}
