import type { MessageType } from '#schemas/message-types.ts'
import { readVanishNotice } from '#schemas/translate/message-bodies.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import { withEmoticonCharacters } from '../message/emoticons.ts'
import { type MessageBody, readMessageBody } from '../message/message-body.ts'

/** The second line of a conversation row. */
export type RowPreview =
  | { readonly kind: 'unsent'; readonly count: number }
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Vanish mode was set: seconds, 0 for off. */
  | { readonly kind: 'vanish'; readonly seconds: number }
  /** A message without text of its own: the kind is said in words, and what it is about where it has a name. */
  | { readonly kind: 'label'; readonly type: Exclude<MessageType, 'txt'>; readonly name?: string }
  /** Deleted, recalled or burned: nothing of it may show. */
  | { readonly kind: 'erased' }
  | { readonly kind: 'empty' }

const longestPreview = 160
/** Characters of an emoticon's code, of which one is left. */
const longestCode = 7

/** What matters most goes first: messages that did not go out, then a draft, then the newest message. */
export function rowPreview(
  row: Pick<ConversationSummary, 'unsentCount' | 'draft' | 'lastMessage'>,
): RowPreview {
  if (row.unsentCount > 0) return { kind: 'unsent', count: row.unsentCount }
  const draft = textLine(row.draft)
  if (draft !== '') return { kind: 'draft', text: draft }
  if (row.lastMessage === undefined) return { kind: 'empty' }
  return messagePreview(row.lastMessage)
}

/** A message in one line, for rows, quotes and announcements; null bodies are tombstones. */
export function messagePreview(message: { readonly type: MessageType; readonly body: string | null }) {
  if (message.body === null) return { kind: 'erased' } as const
  const seconds = message.type === 'notice' ? readVanishNotice(message.body) : undefined
  if (seconds !== undefined) return { kind: 'vanish', seconds } as const
  if (message.type !== 'txt') return labelOf(message.type, message.body)
  return { kind: 'text', text: textLine(message.body) } as const
}

type Label = Extract<RowPreview, { kind: 'label' }>

function labelOf(type: Label['type'], body: string): Label {
  const name = singleLine(nameIn(readMessageBody(type, body)))
  return { kind: 'label', type, ...(name === '' ? {} : { name }) }
}

/** What a message is about, in the words of whoever named it; empty when it has no name. */
export function nameIn(body: MessageBody): string {
  if (body.kind === 'file') return body.name
  if (body.kind === 'card') return body.card.nickname
  return body.kind === 'invite' ? body.invite.name : ''
}

/** What somebody wrote in one line, with characters for its emoticons [MSG-25]. */
export const textLine = (text: string): string =>
  singleLine(withEmoticonCharacters(text.slice(0, longestPreview * longestCode)))

/** Line breaks and runs of space become one space; cut between characters, so that no emoji is halved into rubbish. */
export function singleLine(text: string): string {
  const start = text
    .slice(0, longestPreview * 4)
    .trim()
    .replace(/\s+/gu, ' ')
  const characters = [...start]
  if (characters.length <= longestPreview) return start
  return `${characters.slice(0, longestPreview).join('')}…`
}
