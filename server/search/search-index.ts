import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { SearchWords } from '#domain/search/search-words.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import type { SearchKind } from '#schemas/wire/calls/search.ts'
import type { LockedConversation } from '../conversations/open-conversation.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  conversation,
  conversationMember,
  message,
  openSearchBlock,
  searchBlock,
  searchBlockLength,
  signatureLength,
} from '../store/schema/index.ts'
import {
  addSignature,
  bitsOfSearch,
  emptySignature,
  type Signature,
  signatureOf,
  writeSignature,
} from './search-signature.ts'

/** The conditions of a search on messages, apart from its words. Times are in ms. */
export interface MessageFilters {
  /** Only this conversation, which must be of that kind. */
  readonly conversation?: { readonly kind: ConversationKind; readonly id: number } | undefined
  readonly senderId?: number | undefined
  readonly kind?: SearchKind | undefined
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
  /** Only messages with a smaller id; 0 for all. */
  readonly beforeId?: number | undefined
}

/** A block that may have hits. */
export interface CandidateBlock {
  readonly conversationId: number
  readonly block: number
  /** The id of its newest message that the search may return. */
  readonly newestId: number
  /** Messages up to this id are hidden from the account. */
  readonly historyAfterId: number
}

/**
 * Returns the blocks of an account's conversations that may have hits, by their newest message, newest first. Compares
 * the signatures of all blocks of these conversations, about 1 µs each.
 * @param before only blocks whose newest message has a smaller id
 */
export async function findCandidates(
  database: Database,
  search: MessageFilters & { readonly accountId: number },
  words: SearchWords,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly CandidateBlock[]> {
  const found: CandidateBlock[] = []
  for (const table of [openSearchBlock, searchBlock]) {
    const candidate = candidatesIn(database, table, search, words)
    const newest = database
      .select()
      .from(candidate)
      .where(before === undefined ? undefined : lt(candidate.newestId, before))
      .orderBy(sql`${candidate.newestId} desc`)
      .limit(limit)
      .as('newest_candidate')
    const [{ rows } = { rows: '[]' }] = await database
      .select({
        rows: jsonRows([newest.conversationId, newest.block, newest.newestId, newest.historyAfterId]),
      })
      .from(newest)
    // The columns above.
    for (const [conversationId, block, newestId, historyAfterId] of JSON.parse(rows) as CandidateRow[])
      found.push({ conversationId, block, newestId, historyAfterId })
  }
  return found.sort((left, right) => right.newestId - left.newestId).slice(0, limit)
}

type CandidateRow = readonly [conversationId: number, block: number, newestId: number, historyAfterId: number]

/** Selects many rows as one JSON text, which the driver reads ten times as fast. */
export const jsonRows = (columns: readonly SQLWrapper[]) =>
  sql<string>`coalesce(json_agg(json_build_array(${sql.join([...columns], sql`, `)})), '[]')::text`

function candidatesIn(
  database: Database,
  table: typeof searchBlock | typeof openSearchBlock,
  search: MessageFilters & { readonly accountId: number },
  words: SearchWords,
) {
  const { conversation: only, from, to, beforeId } = search
  // A block with messages on both sides of the page's edge counts from its last one before the edge.
  const lastBefore = sql`(select max(${message.id}) from ${message}
    where ${message.conversationId} = ${table.conversationId} and ${message.id} < ${beforeId})`
  const newestId = beforeId
    ? sql<number>`case when ${table.newestId} < ${beforeId} then ${table.newestId} else ${lastBefore} end`
    : sql<number>`${table.newestId}`
  return database
    .select({
      conversationId: table.conversationId,
      block: table.block,
      newestId: newestId.mapWith(Number).as('newest'),
      historyAfterId: conversationMember.historyAfterId,
    })
    .from(conversationMember)
    .innerJoin(table, eq(table.conversationId, conversationMember.conversationId))
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .where(
      and(
        eq(conversationMember.accountId, search.accountId),
        only && and(eq(conversation.id, only.id), eq(conversation.kind, only.kind)),
        gt(table.newestId, conversationMember.historyAfterId),
        beforeId ? lt(table.oldestId, beforeId) : undefined,
        from === undefined ? undefined : gte(table.newestAt, from),
        to === undefined ? undefined : lt(table.oldestAt, to),
        ...bitsOfSearch(words, search).map((bit) => sql`get_bit(${table.signature}, ${bit}::integer) = 1`),
      ),
    )
    .as('candidate')
}

type IndexedMessage = Pick<
  typeof message.$inferSelect,
  'conversationId' | 'id' | 'sequence' | 'senderId' | 'sentAt' | 'type' | 'body' | 'timerSeconds'
>

/** A block of messages, or the part of it that a change adds. */
interface Block {
  readonly conversationId: number
  readonly block: number
  oldestId: number
  newestId: number
  oldestAt: number
  newestAt: number
  readonly signature: Signature
}

/**
 * Adds messages that were just stored to the search index, except for kinds that a search does not find and for
 * disappearing messages (DEC-164). Runs inside the transaction that stored them, which has locked their conversations.
 *
 *   open block of a conversation ──its last message──▶ full block, which only an erasure changes
 */
export async function indexMessages(
  transaction: Database,
  messages: readonly IndexedMessage[],
): Promise<void> {
  const heads = new Map<number, number>()
  for (const { conversationId, sequence } of messages)
    heads.set(conversationId, Math.max(sequence, heads.get(conversationId) ?? 0))
  const blocks = toBlocks(messages)
  const isOpen = ({ conversationId, block }: Block) => block === openBlockAt(heads.get(conversationId) ?? 0)
  const full = blocks.filter((block) => !isOpen(block))
  if (full.length > 0) await fillBlocks(transaction).execute(valuesOf(full))
  const open = new Map(blocks.filter(isOpen).map((block) => [block.conversationId, block]))
  for (const { conversationId } of full)
    if (!open.has(conversationId))
      open.set(conversationId, emptyBlock(conversationId, openBlockAt(heads.get(conversationId) ?? 0)))
  if (open.size > 0) await growOpenBlocks(transaction).execute(valuesOf([...open.values()]))
}

const blockOf = (sequence: number): number => Math.floor((sequence - 1) / searchBlockLength)
/** Returns the block of the message after the last one of a conversation. */
const openBlockAt = (headSequence: number): number => blockOf(headSequence + 1)

const emptyBlock = (conversationId: number, block: number): Block => ({
  ...{ conversationId, block },
  ...{ oldestId: Number.MAX_SAFE_INTEGER, newestId: 0, oldestAt: Number.MAX_SAFE_INTEGER, newestAt: 0 },
  signature: emptySignature(),
})

/** Returns the blocks of messages; a block of messages that no search finds is empty. */
function toBlocks(messages: readonly IndexedMessage[]): readonly Block[] {
  const blocks = new Map<string, Block>()
  for (const { conversationId, id, sequence, sentAt, body, timerSeconds, ...rest } of messages) {
    const number = blockOf(sequence)
    const block = blocks.get(`${conversationId} ${number}`) ?? emptyBlock(conversationId, number)
    blocks.set(`${conversationId} ${number}`, block)
    const signature = body === null || timerSeconds !== null ? undefined : signatureOf({ ...rest, body })
    if (!signature) continue
    addSignature(block.signature, signature)
    block.oldestId = Math.min(block.oldestId, id)
    block.newestId = Math.max(block.newestId, id)
    block.oldestAt = Math.min(block.oldestAt, sentAt)
    block.newestAt = Math.max(block.newestAt, sentAt)
  }
  return [...blocks.values()]
}

const given = sql.placeholder
const bits = sql.raw(`bit(${signatureLength})`)
const columns = sql.raw('conversation_id, block, oldest_id, newest_id, oldest_at, newest_at, signature')
const givenBlocks = sql`unnest(${given('conversationId')}::bigint[], ${given('block')}::integer[],
  ${given('oldestId')}::bigint[], ${given('newestId')}::bigint[], ${given('oldestAt')}::bigint[],
  ${given('newestAt')}::bigint[], ${given('signature')}::text[]) as given (${columns})`

const valuesOf = (blocks: readonly Block[]) => ({
  conversationId: blocks.map(({ conversationId }) => conversationId),
  block: blocks.map(({ block }) => block),
  oldestId: blocks.map(({ oldestId }) => oldestId),
  newestId: blocks.map(({ newestId }) => newestId),
  oldestAt: blocks.map(({ oldestAt }) => oldestAt),
  newestAt: blocks.map(({ newestAt }) => newestAt),
  signature: blocks.map(({ signature }) => writeSignature(signature)),
})

/** Stores full blocks: their given parts and what the open blocks have of them. */
const fillBlocks = preparedQuery((database) => {
  const stored = database.$with('stored', {}).as(sql`insert into ${searchBlock} (${columns})
    select given.conversation_id, given.block, least(given.oldest_id, open.oldest_id), greatest(given.newest_id, open.newest_id),
      least(given.oldest_at, open.oldest_at), greatest(given.newest_at, open.newest_at),
      given.signature::${bits} | coalesce(open.signature, 0::${bits})
    from ${givenBlocks} left join ${openSearchBlock} as open
      on open.conversation_id = given.conversation_id and open.block = given.block
    where greatest(given.newest_id, open.newest_id) > 0`)
  return database
    .with(stored)
    .select({ done: sql`1` })
    .from(sql`(select 1) as done`)
    .prepare('fill_search_blocks')
})

/** Adds to the open blocks; a block with another number replaces the one before. */
const growOpenBlocks = preparedQuery((database) => {
  const open = openSearchBlock
  const both = (name: string, joined: ReturnType<typeof sql>) =>
    sql`${sql.raw(name)} = case when ${open.block} = excluded.block then ${joined} else excluded.${sql.raw(name)} end`
  const stored = database.$with('stored', {}).as(sql`insert into ${open} (${columns})
    select conversation_id, block, oldest_id, newest_id, oldest_at, newest_at, signature::${bits} from ${givenBlocks}
    on conflict (conversation_id) do update set block = excluded.block,
      ${both('oldest_id', sql`least(${open.oldestId}, excluded.oldest_id)`)},
      ${both('newest_id', sql`greatest(${open.newestId}, excluded.newest_id)`)},
      ${both('oldest_at', sql`least(${open.oldestAt}, excluded.oldest_at)`)},
      ${both('newest_at', sql`greatest(${open.newestAt}, excluded.newest_at)`)},
      ${both('signature', sql`${open.signature} | excluded.signature`)}`)
  return database
    .with(stored)
    .select({ done: sql`1` })
    .from(sql`(select 1) as done`)
    .prepare('grow_search_blocks')
})

/** The number of blocks that are computed together. */
const blocksTogether = 64

/**
 * Computes the search index of messages again, which were erased or stored without it. Runs inside the transaction of
 * the change.
 */
export async function reindexMessages(
  transaction: Database,
  locked: LockedConversation,
  sequences: readonly number[],
): Promise<void> {
  const blocks = [...new Set(sequences.map(blockOf))]
  for (let from = 0; from < blocks.length; from += blocksTogether)
    await reindexBlocks(transaction, locked, blocks.slice(from, from + blocksTogether))
}

async function reindexBlocks(
  transaction: Database,
  { conversationId, headSequence }: LockedConversation,
  blocks: readonly number[],
): Promise<void> {
  for (const table of [searchBlock, openSearchBlock])
    await transaction
      .delete(table)
      .where(and(eq(table.conversationId, conversationId), inArray(table.block, [...blocks])))
  const block = sql`(${message.sequence} - 1) / ${sql.raw(String(searchBlockLength))}`
  const left = await transaction
    .select({
      conversationId: message.conversationId,
      id: message.id,
      sequence: message.sequence,
      senderId: message.senderId,
      sentAt: message.sentAt,
      type: message.type,
      body: message.body,
      timerSeconds: message.timerSeconds,
    })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        gt(message.sequence, Math.min(...blocks) * searchBlockLength),
        inArray(block, [...blocks]),
        isNotNull(message.body),
        isNull(message.timerSeconds),
      ),
    )
    .orderBy(asc(message.id))
  for (const found of toBlocks(left)) {
    const table = found.block === openBlockAt(headSequence) ? openSearchBlock : searchBlock
    const signature = writeSignature(found.signature)
    if (found.newestId > 0) await transaction.insert(table).values({ ...found, signature })
  }
}
