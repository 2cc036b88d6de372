/** The maximum length of a sent file's name, in UTF-16 units. Most file systems allow no more. */
const longestName = 255
/**
 * Control characters, and characters that reverse the writing direction: with them "gpj.exe" would look like a picture.
 */
const misleading = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a file's name as others may see and store it: its last path segment in plain characters. Keeps its end if it
 * is too long.
 */
export function plainFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(misleading, '').trim()
  if (plain.length <= longestName) return plain === '' ? unnamed : plain
  const extension = /\.[^.]{1,16}$/u.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, longestName - extension.length).replace(/\p{Cs}$/u, '')}${extension}`
}

const unnamed = 'file'

/** Returns a file's name with another extension. */
export const withExtension = (name: string, extension: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'media'}.${extension}`

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/** Returns a file's name with the extension of the format it was written in. */
export const renamedTo = (name: string, type: keyof typeof extensions): string =>
  withExtension(name, extensions[type])

/** The rough kind of a file by its name. Only its icon depends on it. */
export type FileFamily =
  | 'archive'
  | 'code'
  | 'document'
  | 'picture'
  | 'program'
  | 'sheet'
  | 'slides'
  | 'sound'
  | 'video'
  | 'other'

const families: Readonly<Record<Exclude<FileFamily, 'other'>, string>> = {
  archive: 'zip rar 7z tar gz tgz bz2 xz zst',
  code: 'js jsx ts tsx json html htm css xml yml yaml py java c h cpp cs go rs rb php sh sql toml',
  document: 'pdf doc docx odt rtf txt md pages epub tex log',
  picture: 'png jpg jpeg gif webp avif heic heif svg bmp tif tiff psd ai',
  program: 'exe msi dmg apk deb rpm appimage pkg bat',
  sheet: 'xls xlsx ods csv tsv numbers',
  slides: 'ppt pptx odp key',
  sound: 'mp3 m4a aac wav flac ogg oga opus amr',
  video: 'mp4 m4v mov webm mkv avi ogv 3gp',
}

// The keys of the table are the families.
const names = Object.keys(families) as Exclude<FileFamily, 'other'>[]
const familyByExtension: ReadonlyMap<string, FileFamily> = new Map(
  names.flatMap((family) => families[family].split(' ').map((extension) => [extension, family] as const)),
)

/** A longer suffix is not an extension. */
const longestExtension = 5

/** Returns the part of a name after its last dot, in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  const found = /[^.]\.([a-z0-9]+)$/i.exec(name)?.[1] ?? ''
  return found.length > longestExtension && !familyByExtension.has(found.toLowerCase())
    ? ''
    : found.toLowerCase()
}

export const fileFamilyOf = (name: string): FileFamily => familyByExtension.get(extensionOf(name)) ?? 'other'
