import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
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
import { preparedQuery } from '../store/prepared-query.ts'
import {
  account,
  chatGroup,
  conversationMember,
  message,
  searchSectionLength,
} from '../store/schema/index.ts'
import {
  type CandidateSection,
  jsonRows,
  type MessageFilters,
  noLimit,
  SearchCandidates,
} from './search-candidates.ts'
import { typesOfSearch } from './search-signature.ts'

/** A search of the messages that an account may see. */
export interface MessageSearch extends MessageFilters {
  readonly keyword: string
  /** Hits, at most 100. */
  readonly pageSize?: number | undefined
}

type SearchServices = Pick<ServerPorts, 'database' | 'clock' | 'nextTurn'>

/** The number of sections whose messages are read together, at first and at most; it doubles in between. */
const sectionsTogether = { first: 32, most: 256 }
/** The maximum text that one search reads, characters: some 200,000 short messages. */
const mostRead = 16_000_000

/**
 * Searches messages, newest first, and returns a page of hits by conversation [SEARCH-12]. Disappearing messages are not
 * found (DEC-164). The index names sections of messages that may have hits; these are read, newest first, until no other
 * section can have a newer hit than the page.
 * @throws CallRefusal if a page would need to read too many messages
 */
export async function searchMessages(
  { database, clock, nextTurn }: SearchServices,
  search: MessageSearch,
): Promise<WireSearchResult[]> {
  const words = readSearchWords(search.keyword)
  const page = new HitPage(
    search.pageSize ?? searchPageSize,
    search.conversation ? Number.POSITIVE_INFINITY : hitsPerConversation,
  )
  const candidates = new SearchCandidates(database, search, words)
  let read = 0
  let together = sectionsTogether.first
  while (await candidates.hasAbove(page.oldestId)) {
    const sections = candidates.take(together, page.oldestId, (id) => page.wants(id))
    const messages = await readMessages(database, clock.now(), search, words, sections)
    page.add(messages.filter((found) => isHit(found, search.kind, words)))
    candidates.noteTaken(messages)
    read += messages.reduce((length, { body }) => length + body.length, 0)
    if (read > mostRead) throw new CallRefusal(resultCode.unavailable, 'search-too-broad')
    together = Math.min(together * 2, sectionsTogether.most)
    await nextTurn?.()
  }
  return toResults(database, search.accountId, words, page.byConversation())
}

interface FoundMessage {
  readonly id: number
  readonly conversationId: number
  readonly type: MessageType
  readonly body: string
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
  /** Conversations with hits, or candidates, beyond the limit. */
  readonly #cut = new Set<number>()

  constructor(size: number, mostOfOne: number) {
    this.#size = size
    this.#mostOfOne = mostOfOne
  }

  /** Whether a conversation with candidates can add hits. These are older than its known hits, so that a full one cannot. */
  wants(conversationId: number): boolean {
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

  /** The id of its last hit once it is full, so that only newer hits change it; 0 before. */
  get oldestId(): number {
    return this.#newest()[this.#size - 1]?.id ?? 0
  }

  #newest(): readonly FoundMessage[] {
    return [...this.#hits.values()].flat().sort((left, right) => right.id - left.id)
  }

  /** Returns the hits by conversation in the order of their newest ones, and whether there may be older ones. */
  byConversation(): readonly HitsOfConversation[] {
    const isCut = this.oldestId > 0
    const newest = this.#newest()
    for (const { conversationId } of newest.slice(this.#size)) this.#cut.add(conversationId)
    const groups = new Map<number, FoundMessage[]>()
    for (const hit of newest.slice(0, this.#size))
      groups.set(hit.conversationId, [...(groups.get(hit.conversationId) ?? []), hit])
    return [...groups].map(([id, hits]) => ({ hits, hasMore: isCut || this.#cut.has(id) }))
  }
}

/** Reads the messages of sections that their reader may see and that pass the filters. */
async function readMessages(
  database: Database,
  now: number,
  { senderId, kind, from, to, beforeId }: MessageSearch,
  words: SearchWords,
  sections: readonly CandidateSection[],
): Promise<readonly FoundMessage[]> {
  if (sections.length === 0) return []
  const list = (values: readonly (number | string)[]) => `{${values.join()}}`
  const [{ rows } = { rows: '[]' }] = await readSections(database).execute({
    conversationId: list(sections.map(({ conversationId }) => conversationId)),
    after: list(sections.map(({ after }) => after)),
    historyAfterId: list(sections.map(({ historyAfterId }) => historyAfterId)),
    ...{ now, senderId: senderId ?? null, types: list(typesOfSearch(kind, words)) },
    ...{ from: from ?? 0, to: to ?? noLimit, beforeId: beforeId || null },
  })
  // The columns of the query.
  return (JSON.parse(rows) as MessageColumns[]).flatMap(([id, conversationId, stored, body]) => {
    const type = messageTypes.find((known) => known === stored)
    return type ? [{ id, conversationId, type, body: fromStorableText(body) }] : []
  })
}

const given = sql.placeholder

const readSections = preparedQuery((database) => {
  const wanted = sql`unnest(${given('conversationId')}::text::bigint[], ${given('after')}::text::bigint[],
    ${given('historyAfterId')}::text::bigint[]) as wanted (conversation_id, after, history_after_id)`
  const { conversationId, sequence, senderId, sentAt } = message
  // The limit makes PostgreSQL read each section by the index, for which its estimates would be too high.
  const found = database
    .select({ id: message.id, conversationId, type: message.type, body: message.body })
    .from(message)
    .where(
      and(
        sql`${conversationId} = wanted.conversation_id and ${message.id} > wanted.history_after_id`,
        sql`${sequence} > wanted.after and ${sequence} <= wanted.after + ${sql.raw(String(searchSectionLength))}`,
        hasReadableBody(message, given('now')),
        isNull(message.timerSeconds),
        sql`${message.type} = any(${given('types')}::text::text[])`,
        // Not a plain comparison, for which PostgreSQL would read all messages by the index on ids.
        sql`(${given('beforeId')}::bigint is null or ${message.id} < ${given('beforeId')}::bigint)`,
        sql`(${given('senderId')}::bigint is null or ${senderId} = ${given('senderId')}::bigint)`,
        sql`${sentAt} >= ${given('from')}::bigint and ${sentAt} < ${given('to')}::bigint`,
      ),
    )
    .limit(searchSectionLength)
    .as('found')
  return database
    .select({ rows: jsonRows([found.id, found.conversationId, found.type, found.body]) })
    .from(wanted)
    .crossJoinLateral(found)
    .prepare('read_sections')
})

type MessageColumns = readonly [id: number, conversationId: number, type: string, body: string]

async function toResults(
  database: Database,
  accountId: number,
  words: SearchWords,
  groups: readonly HitsOfConversation[],
): Promise<WireSearchResult[]> {
  const hits = groups.flatMap((group) => group.hits)
  const parties = await readParties(database, accountId, [...new Set(hits.map((hit) => hit.conversationId))])
  const details = await readDetails(
    database,
    hits.map(({ id }) => id),
  )
  return groups.map(({ hits, hasMore }) => ({
    ...parties.get(hits[0]?.conversationId ?? 0),
    SearchResultDetails: hits.flatMap((hit) => {
      const found = details.get(hit.id)
      return found ? [{ Message: shownBody(hit, words), MsgType: hit.type, ...found }] : []
    }),
    HasMore: writeFlag(hasMore),
  }))
}

const shownBody = ({ type, body }: FoundMessage, words: SearchWords): string =>
  type === 'txt' ? searchExcerpt(body, words) : body

const peer = alias(account, 'peer')

/** Returns the names and pictures of an account's conversations, as results have them [SEARCH-08]. */
async function readParties(database: Database, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await database
    .select({
      id: conversationMember.conversationId,
      peer: { id: peer.id, avatarUrl: peer.avatarUrl, nickname: peer.nickname },
      group: { name: chatGroup.name, avatarUrl: chatGroup.avatarUrl },
    })
    .from(conversationMember)
    .leftJoin(peer, eq(peer.id, conversationMember.peerId))
    .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(and(eq(conversationMember.accountId, accountId), isAnyOf(conversationMember.conversationId, ids)))
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

/** Returns the fields of a result except its text, by message. */
async function readDetails(database: Database, messageIds: readonly number[]) {
  if (messageIds.length === 0) return new Map<number, never>()
  const { id, senderId, sentAt, sequence } = message
  const rows = await database
    .select({ id, senderId, sentAt, sequence, ...senderColumns })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .leftJoin(conversationMember, isSide(message.conversationId, message.senderId))
    .where(isAnyOf(message.id, messageIds))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ Id: row.id, UserId: row.senderId, CreateTime: row.sentAt, SeqId: row.sequence },
        ...{ HeaderImg: row.senderAvatarUrl, NickName: row.senderMemberName || row.senderName },
      },
    ]),
  )
}

/** One parameter, so that the statement is the same for each number of ids. */
const isAnyOf = (column: SQLWrapper, ids: readonly number[]) =>
  sql`${column} = any(${sql.param([...ids])}::bigint[])`
