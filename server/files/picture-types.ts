import { fileTypeFromBuffer } from 'file-type/core'

/** What a picture's bytes turned out to be, whatever the file was called. */
export interface SniffedPicture {
  readonly extension: string
  readonly contentType: string
}

/** Pictures that a browser draws without ever running anything in them; SVG is not among them. */
const pictureTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
])

/** Looks at the bytes; undefined when they are no picture that may be stored. */
export async function sniffPicture(bytes: Uint8Array): Promise<SniffedPicture | undefined> {
  const sniffed = await fileTypeFromBuffer(bytes)
  // An animated PNG is a PNG to every browser.
  const extension = sniffed?.ext === 'apng' ? 'png' : sniffed?.ext
  const contentType = extension === undefined ? undefined : pictureTypes.get(extension)
  return extension === undefined || contentType === undefined ? undefined : { extension, contentType }
}
