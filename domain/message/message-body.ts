import type { MessageType } from '#schemas/message-types.ts'
import {
  type ContactCard,
  type GroupInvite,
  type GroupNotice,
  readContactCard,
  readGroupInvite,
  readGroupNotice,
  readTimerNotice,
} from '#schemas/translate/message-bodies.ts'
import { plainFileName } from '../media/file-name.ts'
import {
  type MediaAddress,
  type MediaMetadata,
  readMediaAddress,
  wholeSeconds,
  writeMediaAddress,
} from '../media/media-address.ts'
import { isBuiltInStickerPath } from '../stickers/built-in-stickers.ts'

/** The parsed content of a message. A body that does not match its type is damaged and not used. */
export type MessageBody =
  | { readonly kind: 'text'; readonly text: string }
  /** A stored file, or a sticker of the app, by its path; neither if nothing can be shown. */
  | { readonly kind: 'sticker'; readonly media: MediaAddress | undefined; readonly builtIn?: string }
  | { readonly kind: 'picture' | 'video'; readonly media: MediaAddress; readonly small?: MediaAddress }
  | { readonly kind: 'audio'; readonly media: MediaAddress; readonly seconds: number }
  | { readonly kind: 'file'; readonly media: MediaAddress; readonly name: string }
  | { readonly kind: 'card'; readonly card: ContactCard }
  | { readonly kind: 'invite'; readonly invite: GroupInvite }
  /** A call made with another client: only that it took place, and its result (DEC-82). */
  | { readonly kind: 'call'; readonly state: string }
  | { readonly kind: 'timer'; readonly seconds: number }
  | { readonly kind: 'group-notice'; readonly notice: GroupNotice }
  /** A notice with text that a person wrote. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'damaged' }

const damaged: MessageBody = { kind: 'damaged' }

/**
 * Parses the body of a message by its type [MSG-07]. Only this module knows the payload formats. A media body that
 * names anything but a stored file is damaged, and so is a card or an invite without its subject.
 */
export function readMessageBody(type: MessageType, body: string): MessageBody {
  switch (type) {
    case 'txt':
      return { kind: 'text', text: body }
    case 'emo':
      return toSticker(body)
    case 'pic':
      return toMedia('picture', body)
    case 'video':
      return toMedia('video', body)
    case 'audio':
      return readAudio(body)
    case 'file':
      return readFile(body)
    case 'card':
      return toCard(body)
    case 'invite':
      return toInvite(body)
    case 'call':
      return { kind: 'call', state: partsOf(body)[0] ?? '' }
    default:
      return toNotice(body)
  }
}

const partsOf = (body: string): readonly string[] => body.split('|')

/** Parses a file, or a thumbnail followed by the file, as collections write it [MSG-11] (DEC-122). */
function readMedia(
  body: string,
): { readonly media: MediaAddress; readonly small?: MediaAddress } | undefined {
  const [front = '', behind] = partsOf(body)
  const first = readMediaAddress(front)
  if (behind === undefined) return first && { media: first }
  const media = readMediaAddress(behind)
  return first && media ? { media, small: first } : undefined
}

function toSticker(body: string): MessageBody {
  if (isBuiltInStickerPath(body)) return { kind: 'sticker', media: undefined, builtIn: body }
  return { kind: 'sticker', media: readMedia(body)?.media }
}

function toMedia(kind: 'picture' | 'video', body: string): MessageBody {
  const read = readMedia(body)
  return read ? { kind, ...read } : damaged
}

/** `url|…|seconds`: the duration is the last part [MSG-09]. */
function readAudio(body: string): MessageBody {
  const parts = partsOf(body)
  const media = readMediaAddress(parts[0] ?? '')
  const seconds = parts.length > 1 ? Number(parts.at(-1) || Number.NaN) : Number.NaN
  if (!media || !Number.isFinite(seconds) || seconds < 0) return damaged
  return { kind: 'audio', media, seconds }
}

/**
 * `url|name`: everything after the first bar is the name, later bars included [MSG-08]. A thumbnail may be in front
 * [MSG-57].
 */
function readFile(body: string): MessageBody {
  const [front = '', ...rest] = partsOf(body)
  const first = readMediaAddress(front)
  if (!first) return damaged
  const second = readMediaAddress(rest[0] ?? '')
  const name = rest.slice(second ? 1 : 0).join('|')
  const media = second ?? first
  return { kind: 'file', media, name: name || media.name }
}

function toCard(body: string): MessageBody {
  const card = readContactCard(body)
  return card ? { kind: 'card', card } : damaged
}

function toInvite(body: string): MessageBody {
  const invite = readGroupInvite(body)
  return invite ? { kind: 'invite', invite } : damaged
}

function toNotice(body: string): MessageBody {
  const seconds = readTimerNotice(body)
  if (seconds !== undefined) return { kind: 'timer', seconds }
  const notice = readGroupNotice(body)
  return notice ? { kind: 'group-notice', notice } : { kind: 'notice', text: body }
}

/** Whether a body may be sent: it is not damaged, and a sticker exists. */
export const isSendableBody = (body: MessageBody): boolean =>
  body.kind === 'sticker' ? body.media !== undefined || body.builtIn !== undefined : body.kind !== 'damaged'

/**
 * Returns the stored files that a message names. The server shares them with the conversation and deletes them with the
 * message.
 */
export function filesOf(body: MessageBody): readonly MediaAddress[] {
  if (!('media' in body) || !body.media) return []
  return 'small' in body && body.small ? [body.media, body.small] : [body.media]
}

/** Returns the file of a message; undefined if it has none or is damaged. */
export const mediaOf = (message: {
  readonly type: MessageType
  readonly body: string
}): MediaAddress | undefined => filesOf(readMessageBody(message.type, message.body))[0]

/** Returns the source of a message's picture: the stored file or a sticker of the app; undefined if there is none. */
export function shownPathOf(message: {
  readonly type: MessageType
  readonly body: string
}): string | undefined {
  const body = readMessageBody(message.type, message.body)
  return body.kind === 'sticker' && body.builtIn !== undefined ? body.builtIn : filesOf(body)[0]?.path
}

/** Returns the body of a file message [MSG-08]. */
export const writeFile = (address: string, name: string): string => `${address}|${name}`
export const writeAudio = (address: string, seconds: number): string => `${address}|${wholeSeconds(seconds)}`

/** Returns the body of a message with an uploaded file [MEDIA-33 MSG-08 MSG-09]; `path` is its path on the server. */
export function writeAttachment(
  type: MessageType,
  path: string,
  { name, ...metadata }: MediaMetadata & { readonly name: string },
): string {
  if (type === 'file') return writeFile(path, plainFileName(name))
  const address = writeMediaAddress(path, metadata)
  return type === 'audio' ? writeAudio(address, metadata.seconds ?? 0) : address
}
/** Returns a file as collections send it: with its thumbnail in front [MSG-57]. */
export const writeCollected = (smallAddress: string, content: string): string => `${smallAddress}|${content}`
