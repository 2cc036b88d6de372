import type { MessageType } from '#schemas/message-types.ts'
import type { AlbumCount, ConversationSummary } from '../conversation/conversation-summary.ts'
import { withEmoticonCharacters } from '../message/emoticons.ts'
import { type MessageBody, readMessageBody } from '../message/message-body.ts'

/** The second line of a conversation row. */
export type RowPreview =
  | { readonly kind: 'unsent'; readonly count: number }
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Pictures and videos of one send; the text is their caption, empty without one. */
  | { readonly kind: 'album'; readonly count: AlbumCount; readonly text: string }
  /** A message without text: its kind in words, and its subject's name if it has one. */
  | { readonly kind: 'label'; readonly type: Exclude<MessageType, 'txt'>; readonly name?: string }
  /** Deleted, recalled or expired: its content must not be shown. */
  | { readonly kind: 'erased' }
  | { readonly kind: 'empty' }

const longestPreview = 160
/** The length of an emoticon's code, which becomes one character. */
const longestCode = 7

/** Returns the preview by priority: unsent messages, then a draft, then the newest message. */
export function rowPreview(
  row: Pick<ConversationSummary, 'unsentCount' | 'draft' | 'lastMessage'>,
): RowPreview {
  if (row.unsentCount > 0) return { kind: 'unsent', count: row.unsentCount }
  const draft = textLine(row.draft)
  if (draft !== '') return { kind: 'draft', text: draft }
  if (row.lastMessage === undefined) return { kind: 'empty' }
  const { album, body, type } = row.lastMessage
  if (album && body !== null)
    return { kind: 'album', count: album, text: type === 'txt' ? textLine(body) : '' }
  return messagePreview(row.lastMessage)
}

/** Returns a message in one line, for rows, quotes and announcements; null bodies are tombstones. */
export function messagePreview(message: { readonly type: MessageType; readonly body: string | null }) {
  if (message.body === null) return { kind: 'erased' } as const
  if (message.type !== 'txt') return labelOf(message.type, message.body)
  return { kind: 'text', text: textLine(message.body) } as const
}

type Label = Extract<RowPreview, { kind: 'label' }>

function labelOf(type: Label['type'], body: string): Label {
  const name = singleLine(subjectName(readMessageBody(type, body)))
  return { kind: 'label', type, ...(name === '' ? {} : { name }) }
}

/** Returns the name of a message's subject, as people wrote it; empty if it has none. */
export function subjectName(body: MessageBody): string {
  if (body.kind === 'file') return body.name
  if (body.kind === 'card') return body.card.nickname
  return body.kind === 'invite' ? body.invite.name : ''
}

/** Returns text in one line, with characters for its emoticons [MSG-25]. */
export const textLine = (text: string): string =>
  singleLine(withEmoticonCharacters(text.slice(0, longestPreview * longestCode)))

/** Collapses line breaks and white space to one space. Cuts between characters, so that no emoji is split. */
export function singleLine(text: string): string {
  const start = text
    .slice(0, longestPreview * 4)
    .trim()
    .replace(/\s+/gu, ' ')
  const characters = [...start]
  if (characters.length <= longestPreview) return start
  return `${characters.slice(0, longestPreview).join('')}…`
}
