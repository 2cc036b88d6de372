import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findWords } from '#domain/search/fold-for-search.ts'
import { hasHit, hasLink, readSearchWords, type SearchWords } from '#domain/search/search-words.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import {
  hitsPerConversation,
  type SearchKind,
  searchPageSize,
  type WireSearchHit,
  type WireSearchResult,
} from '#schemas/wire/calls/search.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { isSide } from '../conversations/membership.ts'
import { hasReadableBody } from '../conversations/message-expiry.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, chatGroup, conversation, conversationMember, message } from '../store/schema/index.ts'

/** A search of one account's messages. Times are in ms. */
export interface MessageSearch {
  readonly accountId: number
  readonly keyword: string
  /** Only this conversation, which must be of that kind. */
  readonly conversation?: { readonly kind: 'direct' | 'group'; readonly id: number }
  readonly senderId?: number
  readonly kind?: SearchKind
  readonly from?: number
  /** Exclusive. */
  readonly to?: number
  readonly beforeId?: number
  readonly pageSize?: number
}

/** The number of messages read between two turns of the event loop. */
const batchSize = 500
/** The maximum length of a text in a result, and of its part before the first hit, characters. */
const excerpt = { length: 500, before: 80 }

/** The types of messages that a search finds: those with text, and those that a kind selects. */
const typesOf = (kind: SearchKind | undefined, words: SearchWords): readonly MessageType[] => {
  if (kind === 'picture') return ['pic', 'video']
  if (kind === 'file') return ['file']
  if (kind === 'link') return ['txt']
  return words.length > 0 ? textTypes : sentTypes
}
const textTypes: readonly MessageType[] = ['txt', 'file', 'card', 'invite']
const sentTypes: readonly MessageType[] = [...textTypes, 'pic', 'video', 'audio', 'emo']

/**
 * Searches the messages that an account may see, newest first, and returns a page of hits by conversation [SEARCH-12].
 * Disappearing messages are not found (DEC-164).
 */
export async function searchMessages(services: Services, search: MessageSearch): Promise<WireSearchResult[]> {
  const words = readSearchWords(search.keyword)
  const limit = search.conversation ? Number.POSITIVE_INFINITY : hitsPerConversation
  const pageSize = search.pageSize ?? searchPageSize
  const results = new Map<number, FoundMessage[]>()
  const cut = new Set<number>()
  let count = 0
  for await (const found of visibleMessages(services, search, words)) {
    if (search.kind === 'link' && !hasLink(found)) continue
    if (!hasHit(found, words)) continue
    const { conversationId } = found
    const hits = results.get(conversationId) ?? []
    if (count >= pageSize || hits.length >= limit) cut.add(conversationId)
    if (count >= pageSize) break
    if (hits.length >= limit) continue
    results.set(conversationId, [...hits, found])
    count += 1
  }
  const parties = await readParties(services.database, search.accountId, [...results.keys()])
  return [...results].map(([id, hits]) => ({
    ...parties.get(id),
    SearchResultDetails: hits.map((hit) => toWireHit(hit, words)),
    HasMore: writeFlag(cut.has(id) || count >= pageSize),
  }))
}

interface FoundMessage {
  readonly id: number
  readonly conversationId: number
  readonly type: MessageType
  readonly body: string
  readonly sequence: number
  readonly sentAt: number
  readonly senderId: number
  readonly senderName: string
  readonly senderAvatarUrl: string
  readonly senderMemberName: string | null
}

const senderMember = alias(conversationMember, 'sender_member')

/** Reads the messages that an account may see and that pass the filters, newest first. */
async function* visibleMessages(
  { database, clock, nextTurn }: Services,
  search: MessageSearch,
  words: SearchWords,
): AsyncGenerator<FoundMessage> {
  let before = search.beforeId || Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await database
      .select({
        id: message.id,
        conversationId: message.conversationId,
        type: message.type,
        body: message.body,
        sequence: message.sequence,
        sentAt: message.sentAt,
        senderId: message.senderId,
        senderName: account.nickname,
        senderAvatarUrl: account.avatarUrl,
        senderMemberName: senderMember.memberName,
      })
      .from(message)
      .innerJoin(conversationMember, isSide(message.conversationId, sql`${search.accountId}`))
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .innerJoin(account, eq(account.id, message.senderId))
      .leftJoin(
        senderMember,
        and(
          eq(senderMember.conversationId, message.conversationId),
          eq(senderMember.accountId, message.senderId),
        ),
      )
      .where(
        and(
          sql`${message.id} > ${conversationMember.historyAfterId}`,
          lt(message.id, before),
          hasReadableBody(message, clock.now()),
          isNull(message.timerSeconds),
          inArray(message.type, [...typesOf(search.kind, words)]),
          ...filtersOf(search),
        ),
      )
      .orderBy(desc(message.id))
      .limit(batchSize)
    for (const row of rows) {
      const type = messageTypes.find((known) => known === row.type)
      if (type && row.body !== null) yield { ...row, type, body: row.body }
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
    await nextTurn?.()
  }
}

const filtersOf = ({ conversation: only, senderId, from, to }: MessageSearch): readonly SQL[] => [
  ...(only ? [eq(message.conversationId, only.id), eq(conversation.kind, only.kind)] : []),
  ...(senderId === undefined ? [] : [eq(message.senderId, senderId)]),
  ...(from === undefined ? [] : [gte(message.sentAt, from)]),
  ...(to === undefined ? [] : [lt(message.sentAt, to)]),
]

const peer = alias(account, 'peer')

/** Returns the names and pictures of an account's conversations, as results have them [SEARCH-08]. */
async function readParties(database: Database, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await database
    .select({ id: conversationMember.conversationId, peer, group: chatGroup })
    .from(conversationMember)
    .leftJoin(peer, eq(peer.id, conversationMember.peerId))
    .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(
      and(eq(conversationMember.accountId, accountId), inArray(conversationMember.conversationId, [...ids])),
    )
  return new Map(
    rows.map(({ id, peer, group }) => [
      id,
      {
        DisplayImg: group?.avatarUrl ?? peer?.avatarUrl,
        SessionName: group?.name ?? peer?.nickname,
        ChatSessionId: group ? null : id,
        GroupId: group ? id : null,
        SessionNameUserId: peer?.id ?? null,
      },
    ]),
  )
}

const toWireHit = (found: FoundMessage, words: SearchWords): WireSearchHit => ({
  Id: found.id,
  UserId: found.senderId,
  HeaderImg: found.senderAvatarUrl,
  Message: found.type === 'txt' ? excerptOf(found.body, words) : found.body,
  CreateTime: found.sentAt,
  SeqId: found.sequence,
  NickName: found.senderMemberName || found.senderName,
  MsgType: found.type,
})

/** Cuts a long text to a part that has its first hit. */
function excerptOf(text: string, words: SearchWords): string {
  if (text.length <= excerpt.length) return text
  const [first] = findWords(text, words)
  const start = Math.max(0, Math.min((first?.from ?? 0) - excerpt.before, text.length - excerpt.length))
  // Half of a character at an end is left out.
  const part = text.slice(start, start + excerpt.length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start > 0 ? '…' : ''}${part}${start + excerpt.length < text.length ? '…' : ''}`
}
