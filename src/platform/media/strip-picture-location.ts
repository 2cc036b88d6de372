import { stripLocation } from '#domain/media/strip-location.ts'

/** A picture without the data that may say where it was taken, else as it is; the same file when there is none. Rejects when it cannot be read. */
export async function stripPictureLocation(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stripped = stripLocation(bytes)
  return stripped === bytes ? file : new File([stripped], file.name, { type: file.type })
}
