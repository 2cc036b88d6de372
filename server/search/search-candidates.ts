import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SearchWords } from '#domain/search/search-words.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import type { SearchKind } from '#schemas/wire/calls/search.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  conversation,
  conversationMember,
  message,
  openSearchBlock,
  searchBlock,
  searchBlockLength,
  searchSectionLength,
  sectionBits,
  sectionsPerBlock,
} from '../store/schema/index.ts'
import { alwaysSet, bitsOfSearch, comparedBits, writeMask } from './search-signature.ts'

/** The conditions of a search on messages, apart from its words. Times are in ms. */
export interface MessageFilters {
  readonly accountId: number
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

/** Some consecutive messages of a conversation that may have hits. */
export interface CandidateSection {
  readonly conversationId: number
  /** The sequence number before its first message. */
  readonly after: number
  /** Messages up to this id are hidden from the account. */
  readonly historyAfterId: number
}

interface CandidateBlock {
  readonly block: number
  /** A bit for each section that may have hits and was not taken; the lowest bit is the newest section. */
  sections: number
  /** No message of these sections has a larger id. */
  newestId: number
  readonly historyAfterId: number
}

/** The number of blocks that one look-up of the index returns. */
const lookUpSize = 2_000
/** Larger than all ids and times. */
export const noLimit = Number.MAX_SAFE_INTEGER

type BlockTable = typeof searchBlock | typeof openSearchBlock

/**
 * The sections of an account's messages that may have hits. Those of one conversation are taken newest first, so that
 * its other messages are older. A look-up compares the signatures of all blocks of the account's conversations, about
 * 2 µs each. The open blocks are looked up first: with the newest hits, they limit the look-up of the others.
 */
export class SearchCandidates {
  readonly #database: Database
  readonly #search: MessageFilters
  readonly #words: SearchWords
  /** By conversation; the newest block is the first. */
  readonly #blocks = new Map<number, CandidateBlock[]>()
  /** The tables to look up. Blocks of the first one whose newest message has an id from this one on are known. */
  #tables: readonly BlockTable[] = [openSearchBlock, searchBlock]
  #knownFrom = Number.POSITIVE_INFINITY

  constructor(database: Database, search: MessageFilters, words: SearchWords) {
    this.#database = database
    this.#search = search
    this.#words = words
  }

  /** Whether there are candidates with messages above an id; looks up more if needed. */
  async hasAbove(id: number): Promise<boolean> {
    while (!this.#hasKnownAbove(id)) {
      const [table] = this.#tables
      if (!table) return false
      await this.#lookUp(table, id)
    }
    return true
  }

  #hasKnownAbove(id: number): boolean {
    for (const [block] of this.#blocks.values()) if (block && block.newestId > id) return true
    return false
  }

  async #lookUp(table: BlockTable, above: number): Promise<void> {
    const rows = await findBlocks(this.#database, table, this.#search, this.#words, {
      above,
      below: this.#knownFrom,
    })
    for (const [conversationId, block, sections, newestId, historyAfterId] of rows) {
      const blocks = this.#blocks.get(conversationId) ?? []
      blocks.push({ block, sections: sections & allSections, newestId, historyAfterId })
      this.#blocks.set(conversationId, blocks)
    }
    const isComplete = rows.length < lookUpSize
    if (isComplete) this.#tables = this.#tables.slice(1)
    this.#knownFrom = isComplete ? Number.POSITIVE_INFINITY : (rows.at(-1)?.[5] ?? 0)
  }

  /**
   * Takes about `count` of the newest candidates with messages above an id.
   * @param isWanted whether candidates of a conversation are of use; others are dropped
   */
  take(
    count: number,
    above: number,
    isWanted: (conversationId: number) => boolean,
  ): readonly CandidateSection[] {
    for (const id of [...this.#blocks.keys()]) if (!isWanted(id)) this.#blocks.delete(id)
    const newestFirst = [...this.#blocks]
      .filter(([, [block]]) => block && block.newestId > above)
      .sort(([, [left]], [, [right]]) => (right?.newestId ?? 0) - (left?.newestId ?? 0))
    const ofEach = Math.ceil(count / newestFirst.length)
    return newestFirst.slice(0, count).flatMap(([id, blocks]) => this.#takeFrom(id, blocks, ofEach))
  }

  #takeFrom(conversationId: number, blocks: CandidateBlock[], count: number): readonly CandidateSection[] {
    const taken: CandidateSection[] = []
    for (let [block] = blocks; block && taken.length < count; [block] = blocks) {
      const section = newestOf(block.sections)
      const after = block.block * searchBlockLength + section * searchSectionLength
      taken.push({ conversationId, after, historyAfterId: block.historyAfterId })
      block.sections -= oldestSection >> section
      if (block.sections === 0) blocks.shift()
    }
    if (blocks.length === 0) this.#blocks.delete(conversationId)
    return taken
  }

  /** Notes the ids of messages that were taken: other candidates of their conversations are older. */
  noteTaken(messages: readonly { readonly conversationId: number; readonly id: number }[]): void {
    for (const { conversationId, id } of messages) {
      const [block] = this.#blocks.get(conversationId) ?? []
      if (block) block.newestId = Math.min(block.newestId, id - 1)
    }
  }
}

/** The bit of a block's first section. */
const oldestSection = 1 << (sectionsPerBlock - 1)
const allSections = 2 * oldestSection - 1
/** The last section of those with a bit. */
const newestOf = (sections: number): number => sectionsPerBlock - 1 - (31 - Math.clz32(sections & -sections))

type BlockRow = readonly [
  ...[conversationId: number, block: number, sections: number, newestId: number, historyAfterId: number],
  newestOfBlock: number,
]

/** Returns the blocks that may have hits, by their newest messages, newest first: those with ids between the limits. */
async function findBlocks(
  database: Database,
  table: BlockTable,
  search: MessageFilters,
  words: SearchWords,
  { above, below }: { readonly above: number; readonly below: number },
): Promise<readonly BlockRow[]> {
  const bits = bitsOfSearch(words, search)
  const query = table === searchBlock ? findFullBlocks : findOpenBlocks
  const [{ rows } = { rows: '[]' }] = await query(database).execute({
    ...{ accountId: search.accountId, above, below: Math.min(below, noLimit) },
    ...{ only: search.conversation?.id ?? null, kind: search.conversation?.kind ?? null },
    ...{ beforeId: search.beforeId || noLimit, from: search.from ?? 0, to: search.to ?? noLimit },
    ...(table === searchBlock ? placesOf(bits) : { mask: writeMask(bits) }),
  })
  // The columns of the query.
  return JSON.parse(rows) as BlockRow[]
}

const given = sql.placeholder

/** Every search runs the same two statements, whose planning would take longer than most searches. */
const findBlocksOf = (table: BlockTable, sectionsWith: (count: number) => SQL<number>) =>
  preparedQuery((database) => {
    const candidate = blocksIn(database, table, sectionsWith)
      // With any limit, PostgreSQL computes the sections of a block once instead of for each use.
      .limit(noLimit)
      .as('candidate')
    const { conversationId, block, newestId, sections, historyAfterId, signature } = candidate
    const columns = { conversationId, block, newestId, sections, historyAfterId }
    const newest = database
      .select({ ...columns, hasNewer: hasNewerSection(table, signature, columns.sections).as('has_newer') })
      .from(candidate)
      .where(sql`${candidate.sections} <> 0 and ${candidate.newestId} < ${given('below')}::bigint`)
      .orderBy(sql`${candidate.newestId} desc`)
      .limit(lookUpSize)
      .as('newest')
    return database
      .select({
        rows: jsonRows([
          ...[newest.conversationId, newest.block, newest.sections],
          ...[newestOfSections(newest), newest.historyAfterId, newest.newestId],
        ]),
      })
      .from(newest)
      .prepare(table === searchBlock ? 'find_full_blocks' : 'find_open_blocks')
  })

/** Selects many rows as one JSON text, which the driver reads ten times as fast. */
export const jsonRows = (columns: readonly SQLWrapper[]) =>
  sql<string>`coalesce(json_agg(json_build_array(${sql.join([...columns], sql`, `)})), '[]')::text`

/** The number of sections up to the newest one that may have hits. */
const countTo = (sections: SQLWrapper) =>
  sql`length(rtrim(${sections}::bit(${sql.raw(String(sectionsPerBlock))})::text, '0'))`

/** Whether a block has messages after the newest section that may have hits. Never false for a full block. */
const hasNewerSection = (table: BlockTable, signature: SQLWrapper, sections: SQLWrapper) =>
  table === searchBlock
    ? sql<boolean>`true`
    : sql<boolean>`case when (${sections} & 1) = 1 then false
    else get_bit(${signature}, ${countTo(sections)} * ${sql.raw(String(sectionBits))} + ${sql.raw(String(alwaysSet))}) = 1 end`

/** The largest id in the newest section that may have hits. A common keyword is mostly in the newest section of a block. */
const newestOfSections = (
  block: Readonly<Record<'conversationId' | 'block' | 'sections' | 'newestId' | 'hasNewer', SQLWrapper>>,
) =>
  sql`case when ${block.hasNewer} then least(${block.newestId}, (select ${message.id} from ${message}
    where ${message.conversationId} = ${block.conversationId} and ${message.sequence} <= ${block.block} * ${sql.raw(String(searchBlockLength))}
      + ${countTo(block.sections)} * ${sql.raw(String(searchSectionLength))}
    order by ${message.sequence} desc limit 1)) else ${block.newestId} end`

function blocksIn(database: Database, table: BlockTable, sectionsWith: (count: number) => SQL<number>) {
  const beforeId = sql`${given('beforeId')}::bigint`
  // A block with messages on both sides of the page's edge counts from its last one before the edge.
  const newestId = sql<number>`case when ${table.newestId} < ${beforeId} then ${table.newestId}
    else (select max(${message.id}) from ${message}
      where ${message.conversationId} = ${table.conversationId} and ${message.id} < ${beforeId}) end`
  const only = sql`${given('only')}::bigint`
  const isOfKind = sql`exists (select from ${conversation}
    where ${conversation.id} = ${only} and ${conversation.kind} = ${given('kind')}::text)`
  return database
    .select({
      conversationId: table.conversationId,
      block: table.block,
      newestId: newestId.as('newest'),
      sections: sectionsWith(comparedBits).as('sections'),
      historyAfterId: conversationMember.historyAfterId,
      signature: sql`${table.signature}`.as('signature'),
    })
    .from(conversationMember)
    .innerJoin(table, eq(table.conversationId, conversationMember.conversationId))
    .innerJoin(sql`(select ${givenBits(table)}) as given`, sql`true`)
    .where(
      and(
        sql`${conversationMember.accountId} = ${given('accountId')}::bigint`,
        sql`(${only} is null or (${conversationMember.conversationId} = ${only} and ${isOfKind}))`,
        gt(table.newestId, conversationMember.historyAfterId),
        sql`${table.newestId} > ${given('above')}::bigint`,
        sql`${table.oldestId} < ${beforeId}`,
        sql`${table.newestAt} >= ${given('from')}::bigint`,
        sql`${table.oldestAt} < ${given('to')}::bigint`,
        // A few bits exclude most blocks.
        table === searchBlock ? sql`${sectionsWith(4)} <> 0` : undefined,
      ),
    )
}

const bitNames = Array.from({ length: comparedBits }, (_, index) => `bit${index}`)

const givenBits = (table: BlockTable) =>
  table === searchBlock
    ? sql.join(
        bitNames.map((name) => sql`${given(name)}::integer as ${sql.raw(name)}`),
        sql`, `,
      )
    : sql`${given('mask')}::varbit as mask`

/** In a full block, each bit of all sections is a number. */
const findFullBlocks = findBlocksOf(searchBlock, (count) => {
  const parts = bitNames
    .slice(0, count)
    .map((name) => sql`${searchBlock.signature}[${sql.raw(`given.${name}`)}]`)
  return sql<number>`(${sql.join(parts, sql` & `)})::integer`
})

/** The places of bits in the signature of a full block, from 1; a short keyword repeats its bits. */
const placesOf = (bits: readonly number[]): Readonly<Record<string, number>> =>
  Object.fromEntries(bitNames.map((name, index) => [name, (bits[index % bits.length] ?? 0) + 1]))

/** In an open block, the bits of a section follow one another. */
const findOpenBlocks = findBlocksOf(openSearchBlock, () => {
  const length = sql.raw(String(sectionBits))
  const sections = Array.from({ length: sectionsPerBlock }, (_, section) => {
    const start = sql.raw(String(section * sectionBits + 1))
    const part = sql`substring(${openSearchBlock.signature} from ${start} for ${length})`
    return sql`case when ${part} & given.mask = given.mask then ${sql.raw(String(oldestSection >> section))} else 0 end`
  })
  return sql<number>`(${sql.join(sections, sql` | `)})`
})
