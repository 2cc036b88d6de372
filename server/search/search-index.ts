import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { LockedConversation } from '../conversations/open-conversation.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  message,
  openSearchBlock,
  searchBlock,
  searchBlockLength,
  searchSectionLength,
  sectionBits,
  sectionsPerBlock,
} from '../store/schema/index.ts'
import {
  addMessage,
  addWritten,
  type BlockSignature,
  sectionsOfBits,
  writeSignature,
} from './search-signature.ts'

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
  readonly signature: BlockSignature
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
  if (full.length > 0) await fillBlocks(transaction, full)
  const open = new Map(blocks.filter(isOpen).map((block) => [block.conversationId, block]))
  for (const { conversationId } of full)
    if (!open.has(conversationId))
      open.set(conversationId, emptyBlock(conversationId, openBlockAt(heads.get(conversationId) ?? 0)))
  if (open.size > 0) await growOpenBlocks(transaction).execute(valuesOf([...open.values()], writeSignature))
}

const blockOf = (sequence: number): number => Math.floor((sequence - 1) / searchBlockLength)
const sectionOf = (sequence: number): number =>
  Math.floor(((sequence - 1) % searchBlockLength) / searchSectionLength)
/** Returns the block of the message after the last one of a conversation. */
const openBlockAt = (headSequence: number): number => blockOf(headSequence + 1)

const emptyBlock = (conversationId: number, block: number): Block => ({
  ...{ conversationId, block },
  ...{ oldestId: Number.MAX_SAFE_INTEGER, newestId: 0, oldestAt: Number.MAX_SAFE_INTEGER, newestAt: 0 },
  signature: [],
})

/** Returns the blocks of messages; a block of messages that no search finds is empty. */
function toBlocks(messages: readonly IndexedMessage[]): readonly Block[] {
  const blocks = new Map<string, Block>()
  for (const message of messages) {
    const { conversationId, id, sequence, sentAt, body, timerSeconds } = message
    const key = `${conversationId} ${blockOf(sequence)}`
    const block = blocks.get(key) ?? emptyBlock(conversationId, blockOf(sequence))
    blocks.set(key, block)
    if (body === null || timerSeconds !== null) continue
    if (!addMessage(block.signature, sectionOf(sequence), message, body)) continue
    block.oldestId = Math.min(block.oldestId, id)
    block.newestId = Math.max(block.newestId, id)
    block.oldestAt = Math.min(block.oldestAt, sentAt)
    block.newestAt = Math.max(block.newestAt, sentAt)
  }
  return [...blocks.values()]
}

const columns = sql.raw('conversation_id, block, oldest_id, newest_id, oldest_at, newest_at, signature')

/**
 * An array parameter that is passed as text, because the driver serializes arrays more slowly than PostgreSQL parses the
 * text.
 */
const arrayParameter = (name: keyof ReturnType<typeof valuesOf>, type: string) =>
  sql`${sql.placeholder(name)}::text::${sql.raw(type)}[]`

const givenBlocks = (signature: string) =>
  sql`(select conversation_id, block, oldest_id, newest_id, oldest_at, newest_at, ${sql.raw(signature)} as signature
  from unnest(${arrayParameter('conversationId', 'bigint')}, ${arrayParameter('block', 'integer')},
    ${arrayParameter('oldestId', 'bigint')}, ${arrayParameter('newestId', 'bigint')},
    ${arrayParameter('oldestAt', 'bigint')}, ${arrayParameter('newestAt', 'bigint')},
    ${arrayParameter('written', 'text')}, ${arrayParameter('shift', 'integer')})
    as listed (conversation_id, block, oldest_id, newest_id, oldest_at, newest_at, written, shift)) as given`

const valuesOf = (
  blocks: readonly Block[],
  write: (signature: BlockSignature) => { readonly text: string; readonly shift: number },
) => {
  const written = blocks.map(({ signature }) => write(signature))
  const list = (read: (block: Block) => number) => `{${blocks.map(read).join()}}`
  return {
    conversationId: list((block) => block.conversationId),
    block: list((block) => block.block),
    oldestId: list((block) => block.oldestId),
    newestId: list((block) => block.newestId),
    oldestAt: list((block) => block.oldestAt),
    newestAt: list((block) => block.newestAt),
    written: `{${written.map(({ text }) => text).join()}}`,
    shift: `{${written.map(({ shift }) => shift).join()}}`,
  }
}

/** Merges each full block with its stored open part and inserts it. */
async function fillBlocks(transaction: Database, full: readonly Block[]): Promise<void> {
  const open = await transaction
    .select()
    .from(openSearchBlock)
    .where(
      sql`${openSearchBlock.conversationId} = any(${sql.param(full.map(({ conversationId }) => conversationId))}::bigint[])`,
    )
  const known = new Map(open.map((row) => [`${row.conversationId} ${row.block}`, row]))
  for (const block of full) {
    const row = known.get(`${block.conversationId} ${block.block}`)
    if (!row) continue
    addWritten(block.signature, row.signature)
    block.oldestId = Math.min(block.oldestId, row.oldestId)
    block.newestId = Math.max(block.newestId, row.newestId)
    block.oldestAt = Math.min(block.oldestAt, row.oldestAt)
    block.newestAt = Math.max(block.newestAt, row.newestAt)
  }
  await insertFullBlocks(
    transaction,
    full.filter(({ newestId }) => newestId > 0),
  )
}

async function insertFullBlocks(transaction: Database, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return
  await insertBlocks(transaction).execute(
    valuesOf(blocks, (signature) => ({ text: `"{${sectionsOfBits(signature).join()}}"`, shift: 0 })),
  )
}

// The raw insert is a CTE below `select 1`, because Drizzle prepares only statements of its query builder.
const insertBlocks = preparedQuery((database) => {
  const stored = database
    .$with('stored', {})
    .as(
      sql`insert into ${searchBlock} (${columns}) select ${columns} from ${givenBlocks('written::smallint[]')}`,
    )
  return database
    .with(stored)
    .select({ done: sql`1` })
    .from(sql`(select 1) as done`)
    .prepare('insert_search_blocks')
})

// Parsing the parameters is most of the cost. The text therefore omits the zeros around the bits, and `shift` restores
// the leading ones.
const openSignature = `written::bit(${sectionsPerBlock * sectionBits}) >> shift`

/** Adds to the open blocks; a block with another number replaces the one before. */
const growOpenBlocks = preparedQuery((database) => {
  const open = openSearchBlock
  const mergeColumn = (name: string, joined: ReturnType<typeof sql>) =>
    sql`${sql.raw(name)} = case when ${open.block} = excluded.block then ${joined} else excluded.${sql.raw(name)} end`
  const stored = database.$with('stored', {}).as(sql`insert into ${open} (${columns})
    select ${columns} from ${givenBlocks(openSignature)}
    on conflict (conversation_id) do update set block = excluded.block,
      ${mergeColumn('oldest_id', sql`least(${open.oldestId}, excluded.oldest_id)`)},
      ${mergeColumn('newest_id', sql`greatest(${open.newestId}, excluded.newest_id)`)},
      ${mergeColumn('oldest_at', sql`least(${open.oldestAt}, excluded.oldest_at)`)},
      ${mergeColumn('newest_at', sql`greatest(${open.newestAt}, excluded.newest_at)`)},
      ${mergeColumn('signature', sql`${open.signature} | excluded.signature`)}`)
  return database
    .with(stored)
    .select({ done: sql`1` })
    .from(sql`(select 1) as done`)
    .prepare('grow_search_blocks')
})

/** The number of blocks that are computed together. */
const blocksTogether = 16

/** Rebuilds the index blocks of messages that were erased or edited. Runs inside the transaction of the change. */
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
  const remaining = await transaction
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
  const found = toBlocks(remaining).filter(({ newestId }) => newestId > 0)
  const isOpen = ({ block }: Block) => block === openBlockAt(headSequence)
  await insertFullBlocks(
    transaction,
    found.filter((block) => !isOpen(block)),
  )
  const open = found.filter(isOpen)
  if (open.length > 0) await growOpenBlocks(transaction).execute(valuesOf(open, writeSignature))
}
