import type { AttachmentKind } from './attachment-kind.ts'

/** The type of a file by its bytes; its name does not matter. */
export interface FileType {
  /** The extension in storage, without a dot. */
  readonly extension: string
  readonly contentType: string
  readonly kind: AttachmentKind
  /** Whether it may also contain only sound. The sender then decides the kind. */
  readonly isContainer: boolean
}

/** Pictures that a browser shows without running code in them. SVG is excluded. */
const pictures = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
}
const containers = { mp4: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', '3gp': 'video/3gpp' }
const videos = { mov: 'video/quicktime', m4v: 'video/x-m4v', mkv: 'video/matroska', avi: 'video/x-msvideo' }
const sounds = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  amr: 'audio/amr',
}
/** Types known by name only. Browsers must save them, not open them. */
const documents = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

const entriesOf = (types: Readonly<Record<string, string>>, kind: AttachmentKind, isContainer = false) =>
  Object.entries(types).map(
    ([extension, contentType]) => [extension, { extension, contentType, kind, isContainer }] as const,
  )

const knownTypes: ReadonlyMap<string, FileType> = new Map([
  ...entriesOf(pictures, 'image'),
  ...entriesOf(containers, 'video', true),
  ...entriesOf(videos, 'video'),
  ...entriesOf(sounds, 'audio'),
  ...entriesOf(documents, 'file'),
])
const unknownType: FileType = {
  extension: 'bin',
  contentType: 'application/octet-stream',
  kind: 'file',
  isContainer: false,
}

/** Returns the type of bytes by their detected extension. An unknown one is only a file. */
export function fileTypeOf(sniffedExtension: string | undefined): FileType {
  // Every browser treats an animated PNG as a PNG.
  const extension = sniffedExtension === 'apng' ? 'png' : sniffedExtension
  return (extension === undefined ? undefined : knownTypes.get(extension)) ?? unknownType
}

/** Whether bytes of this type may be sent as an attachment of this kind. Any type may be sent as a file. */
export const canGoAs = ({ kind, isContainer }: FileType, wanted: AttachmentKind): boolean =>
  wanted === 'file' || wanted === kind || (wanted === 'audio' && isContainer)

const shownTypes: ReadonlySet<string> = new Set(
  [...knownTypes.values()].flatMap(({ kind, contentType }) => (kind === 'file' ? [] : [contentType])),
)

/** Whether a browser may show a stored file inline. It must save any other. */
export const canShowInline = (contentType: string): boolean => shownTypes.has(contentType)
