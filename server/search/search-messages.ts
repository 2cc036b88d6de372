import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  hasHit,
  hasLink,
  readSearchWords,
  type SearchWords,
  searchExcerpt,
} from '#domain/search/search-words.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import { resultCode } from '#schemas/result-codes.ts'
import {
  hitsPerConversation,
  type SearchKind,
  searchPageSize,
  type WireSearchHit,
  type WireSearchResult,
} from '#schemas/wire/calls/search.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { isSide } from '../conversations/membership.ts'
import { hasReadableBody } from '../conversations/message-expiry.ts'
import { senderColumns } from '../conversations/message-rows.ts'
import type { ServerPorts } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { fromStorableText } from '../store/exact-text.ts'
import { account, chatGroup, conversationMember, message, searchBlockLength } from '../store/schema/index.ts'
import { type CandidateBlock, findCandidates, jsonRows, type MessageFilters } from './search-index.ts'
import { typesOfSearch } from './search-signature.ts'

/** A search of the messages that an account may see. */
export interface MessageSearch extends MessageFilters {
  readonly accountId: number
  readonly keyword: string
  /** Hits, at most 100. */
  readonly pageSize?: number | undefined
}

type SearchServices = Pick<ServerPorts, 'database' | 'clock' | 'nextTurn'>

/** The number of candidates that one look-up of the index returns. */
const lookUpSize = 400
/** The number of blocks whose messages are read together, at first and at most; it doubles in between. */
const blocksTogether = { first: 8, most: 64 }
/** The maximum text that one search reads, characters: some 200,000 short messages. */
const mostRead = 16_000_000

/**
 * Searches messages, newest first, and returns a page of hits by conversation [SEARCH-12]. Disappearing messages are not
 * found (DEC-164). The index names blocks of messages that may have hits; these are read, newest first, until no other
 * block can have a newer hit than the page.
 * @throws CallRefusal if a page would need to read too many messages
 */
export async function searchMessages(
  services: SearchServices,
  search: MessageSearch,
): Promise<WireSearchResult[]> {
  const words = readSearchWords(search.keyword)
  const page = new HitPage(
    search.pageSize ?? searchPageSize,
    search.conversation ? Number.POSITIVE_INFINITY : hitsPerConversation,
  )
  let read = 0
  let isCut = false
  for await (const blocks of candidatesOf(services, search, words)) {
    isCut = page.isFullBefore(blocks[0])
    if (isCut) break
    const messages = await readMessages(
      services,
      search,
      words,
      blocks.filter((block) => page.wants(block)),
    )
    page.add(messages.filter((found) => isHit(found, search.kind, words)))
    read += messages.reduce((length, { body }) => length + body.length, 0)
    if (read > mostRead) throw new CallRefusal(resultCode.unavailable, 'search-too-broad')
  }
  return toResults(services.database, search.accountId, words, page.byConversation(isCut))
}

/** Returns the blocks that may have hits, the newest first, in growing parts with a turn of the event loop in between. */
async function* candidatesOf(
  { database, nextTurn }: SearchServices,
  search: MessageSearch,
  words: SearchWords,
): AsyncGenerator<readonly CandidateBlock[]> {
  let before: number | undefined
  let together = blocksTogether.first
  for (;;) {
    const blocks = await findCandidates(database, search, words, { before, limit: lookUpSize })
    for (let from = 0; from < blocks.length; ) {
      yield blocks.slice(from, from + together)
      from += together
      together = Math.min(together * 2, blocksTogether.most)
      await nextTurn?.()
    }
    if (blocks.length < lookUpSize) return
    before = blocks.at(-1)?.newestId
  }
}

interface FoundMessage {
  readonly id: number
  readonly conversationId: number
  readonly type: MessageType
  readonly body: string
  readonly sequence: number
  readonly sentAt: number
  readonly senderId: number
}

const isHit = (found: FoundMessage, kind: SearchKind | undefined, words: SearchWords): boolean =>
  hasHit(found, words) && (kind !== 'link' || hasLink(found))

interface HitsOfConversation {
  readonly hits: readonly FoundMessage[]
  readonly hasMore: boolean
}

/** The newest hits so far. */
class HitPage {
  readonly #size: number
  readonly #mostOfOne: number
  /** By conversation; each newest first. */
  readonly #hits = new Map<number, FoundMessage[]>()
  /** Conversations with hits, or blocks that may have hits, beyond the limit. */
  readonly #cut = new Set<number>()

  constructor(size: number, mostOfOne: number) {
    this.#size = size
    this.#mostOfOne = mostOfOne
  }

  /** Whether a block can add hits. Blocks of a conversation come newest first, so that a full one needs no other. */
  wants({ conversationId }: CandidateBlock): boolean {
    const isFull = (this.#hits.get(conversationId)?.length ?? 0) >= this.#mostOfOne
    if (isFull) this.#cut.add(conversationId)
    return !isFull
  }

  add(hits: readonly FoundMessage[]): void {
    for (const hit of hits) {
      const known = this.#hits.get(hit.conversationId)
      if (known) known.push(hit)
      else this.#hits.set(hit.conversationId, [hit])
    }
    for (const id of new Set(hits.map(({ conversationId }) => conversationId))) {
      const known = this.#hits.get(id) ?? []
      known.sort((left, right) => right.id - left.id)
      if (known.splice(this.#mostOfOne).length > 0) this.#cut.add(id)
    }
  }

  /** Whether the page is full of hits that are newer than those of a block can be. */
  isFullBefore(block: CandidateBlock | undefined): boolean {
    const last = this.#newest()[this.#size - 1]
    return last !== undefined && block !== undefined && last.id > block.newestId
  }

  #newest(): readonly FoundMessage[] {
    return [...this.#hits.values()].flat().sort((left, right) => right.id - left.id)
  }

  /**
   * Returns the hits by conversation in the order of their newest ones, and whether there may be older ones.
   * @param isCut whether there are unread blocks of any conversation
   */
  byConversation(isCut: boolean): readonly HitsOfConversation[] {
    const newest = this.#newest()
    for (const { conversationId } of newest.slice(this.#size)) this.#cut.add(conversationId)
    const groups = new Map<number, FoundMessage[]>()
    for (const hit of newest.slice(0, this.#size))
      groups.set(hit.conversationId, [...(groups.get(hit.conversationId) ?? []), hit])
    return [...groups].map(([id, hits]) => ({ hits, hasMore: isCut || this.#cut.has(id) }))
  }
}

/** Reads the messages of blocks that their reader may see and that pass the filters. */
async function readMessages(
  { database, clock }: SearchServices,
  { senderId, kind, from, to, beforeId }: MessageSearch,
  words: SearchWords,
  blocks: readonly CandidateBlock[],
): Promise<readonly FoundMessage[]> {
  if (blocks.length === 0) return []
  const length = sql.raw(String(searchBlockLength))
  const wanted = sql`unnest(${sql.param(blocks.map(({ conversationId }) => conversationId))}::bigint[],
    ${sql.param(blocks.map(({ block }) => block))}::bigint[], ${sql.param(blocks.map(({ historyAfterId }) => historyAfterId))}::bigint[])
    as wanted (conversation_id, block, history_after_id)`
  const [{ rows } = { rows: '[]' }] = await database
    .select({
      rows: jsonRows([
        ...[message.id, message.conversationId, message.type, message.body],
        ...[message.sequence, message.sentAt, message.senderId],
      ]),
    })
    .from(message)
    .innerJoin(
      wanted,
      sql`${message.conversationId} = wanted.conversation_id and ${message.sequence} > wanted.block * ${length}
        and ${message.sequence} <= (wanted.block + 1) * ${length} and ${message.id} > wanted.history_after_id`,
    )
    .where(
      and(
        hasReadableBody(message, clock.now()),
        isNull(message.timerSeconds),
        inArray(message.type, [...typesOfSearch(kind, words)]),
        beforeId ? lt(message.id, beforeId) : undefined,
        senderId === undefined ? undefined : eq(message.senderId, senderId),
        from === undefined ? undefined : gt(message.sentAt, from - 1),
        to === undefined ? undefined : lt(message.sentAt, to),
      ),
    )
  // The columns above.
  return (JSON.parse(rows) as MessageColumns[]).flatMap(
    ([id, conversationId, stored, body, sequence, sentAt, from]) => {
      const type = messageTypes.find((known) => known === stored)
      const message = { id, conversationId, sequence, sentAt, senderId: from }
      return type ? [{ ...message, type, body: fromStorableText(body) }] : []
    },
  )
}

type MessageColumns = readonly [
  ...[id: number, conversationId: number, type: string, body: string],
  ...[sequence: number, sentAt: number, senderId: number],
]

async function toResults(
  database: Database,
  accountId: number,
  words: SearchWords,
  groups: readonly HitsOfConversation[],
): Promise<WireSearchResult[]> {
  const hits = groups.flatMap((group) => group.hits)
  const parties = await readParties(database, accountId, [...new Set(hits.map((hit) => hit.conversationId))])
  const senders = await readSenders(
    database,
    hits.map(({ id }) => id),
  )
  return groups.map(({ hits, hasMore }) => ({
    ...parties.get(hits[0]?.conversationId ?? 0),
    SearchResultDetails: hits.map((hit) => ({ ...toWireHit(hit, words), ...senders.get(hit.id) })),
    HasMore: writeFlag(hasMore),
  }))
}

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

/** Returns the name and the picture of each message's sender, by message. */
async function readSenders(database: Database, messageIds: readonly number[]) {
  if (messageIds.length === 0) return new Map<number, never>()
  const rows = await database
    .select({ id: message.id, ...senderColumns })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .leftJoin(conversationMember, isSide(message.conversationId, message.senderId))
    .where(inArray(message.id, [...messageIds]))
  return new Map(
    rows.map(({ id, senderName, senderAvatarUrl, senderMemberName }) => [
      id,
      { HeaderImg: senderAvatarUrl, NickName: senderMemberName || senderName },
    ]),
  )
}

const toWireHit = (found: FoundMessage, words: SearchWords): WireSearchHit => ({
  Id: found.id,
  UserId: found.senderId,
  Message: found.type === 'txt' ? searchExcerpt(found.body, words) : found.body,
  CreateTime: found.sentAt,
  SeqId: found.sequence,
  MsgType: found.type,
})
