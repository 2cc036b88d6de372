import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'

/** What a notice of a group tells; its words are the reader's own language's. */
export const noticeKinds = [
  'created',
  'joined',
  'added',
  'left',
  'removed',
  'renamed',
  'pictured',
  'announced',
  'all-banned',
  'all-unbanned',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The body of GroupJoin, GroupLeave, notice and noticeallban messages, as JSON text. */
export const groupNotice = z.looseObject({
  Kind: z.enum(noticeKinds),
  /** Names of the people it is about, as they were then; at most ten. */
  Names: z._default(z.array(z.string()), []),
  /** How many it is about. */
  Count: z._default(z.number(), 1),
  /** A new name, where that is what changed. */
  Text: z._default(z.string(), ''),
  /** How they came in [ADMIN-26]. */
  JoinMethod: z._default(z.number(), 0),
})
export type GroupNotice = z.infer<typeof groupNotice>

/** What a body tells of a group; undefined when it is another notice, or plain text. */
export const readGroupNotice = (body: string): GroupNotice | undefined => readJsonText(groupNotice, body)
