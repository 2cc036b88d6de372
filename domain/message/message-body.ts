import type { MessageType } from '#schemas/message-types.ts'
import type { ContactCard, GroupInvite } from '#schemas/translate/message-bodies.ts'
import {
  type GroupNotice,
  readContactCard,
  readGroupInvite,
  readGroupNotice,
  readVanishNotice,
} from '#schemas/translate/message-bodies.ts'
import { plainFileName } from '../media/file-name.ts'
import {
  type MediaAddress,
  type MediaFigures,
  readMediaAddress,
  wholeSeconds,
  writeMediaAddress,
} from '../media/media-address.ts'
import { isBuiltInStickerPath } from '../stickers/built-in-stickers.ts'

/** What a message's type and text say. Whatever does not fit its type is damaged, and nothing of it is used. */
export type MessageBody =
  | { readonly kind: 'text'; readonly text: string }
  /** A stored file, or one of the stickers that come with the app, by its path; neither when nothing can be shown. */
  | { readonly kind: 'sticker'; readonly media: MediaAddress | undefined; readonly builtIn?: string }
  | { readonly kind: 'picture' | 'video'; readonly media: MediaAddress; readonly small?: MediaAddress }
  | { readonly kind: 'audio'; readonly media: MediaAddress; readonly seconds: number }
  | { readonly kind: 'file'; readonly media: MediaAddress; readonly name: string }
  | { readonly kind: 'card'; readonly card: ContactCard }
  | { readonly kind: 'invite'; readonly invite: GroupInvite }
  /** A call that was made elsewhere: only that it was, and how it went (DEC-82). */
  | { readonly kind: 'call'; readonly state: string }
  | { readonly kind: 'vanish'; readonly seconds: number }
  | { readonly kind: 'group-notice'; readonly notice: GroupNotice }
  /** A notice in somebody's words. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'damaged' }

const damaged: MessageBody = { kind: 'damaged' }

/**
 * Reads the text of a message by its type [MSG-07]: the one place that knows how payloads are written. Media name nothing
 * but stored files; anything else is damaged, as is a card or an invite that lacks what it is about.
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

/** The file itself, or the small picture of it and the file, as collections write it [MSG-11] (DEC-122). */
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

/** `url|name`; what follows the first bar is the name, bars and all [MSG-08]. A small picture may stand in front [MSG-57]. */
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
  const seconds = readVanishNotice(body)
  if (seconds !== undefined) return { kind: 'vanish', seconds }
  const notice = readGroupNotice(body)
  return notice ? { kind: 'group-notice', notice } : { kind: 'notice', text: body }
}

/** Whether a body may be sent: it is not damaged, and where it is a sticker there is one. */
export const saysSomething = (body: MessageBody): boolean =>
  body.kind === 'sticker' ? body.media !== undefined || body.builtIn !== undefined : body.kind !== 'damaged'

/** The stored files that a message names; its server lets the conversation see them, and removes them with it. */
export function filesOf(body: MessageBody): readonly MediaAddress[] {
  if (!('media' in body) || !body.media) return []
  return 'small' in body && body.small ? [body.media, body.small] : [body.media]
}

/** The file that a message is about; undefined when it has none or is damaged. */
export const mediaOf = (message: {
  readonly type: MessageType
  readonly body: string
}): MediaAddress | undefined => filesOf(readMessageBody(message.type, message.body))[0]

/** Where a message's picture can be had from: the stored file, or a sticker of the app; undefined when there is none. */
export function shownPathOf(message: {
  readonly type: MessageType
  readonly body: string
}): string | undefined {
  const body = readMessageBody(message.type, message.body)
  return body.kind === 'sticker' && body.builtIn !== undefined ? body.builtIn : filesOf(body)[0]?.path
}

/** Writers of payloads, the other way round; each as the row of its kind says. */
export const writeFile = (address: string, name: string): string => `${address}|${name}`
export const writeAudio = (address: string, seconds: number): string => `${address}|${wholeSeconds(seconds)}`

/** The body of a message about an uploaded file [MEDIA-33 MSG-08 MSG-09]; `path` is where the server has it. */
export function writeAttachment(
  type: MessageType,
  path: string,
  { name, ...figures }: MediaFigures & { readonly name: string },
): string {
  if (type === 'file') return writeFile(path, plainFileName(name))
  const address = writeMediaAddress(path, figures)
  return type === 'audio' ? writeAudio(address, figures.seconds ?? 0) : address
}
/** As collections send a file: its small picture in front [MSG-57]. */
export const writeCollected = (smallAddress: string, content: string): string => `${smallAddress}|${content}`
