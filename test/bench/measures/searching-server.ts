import { sql } from 'drizzle-orm'
import { foldForSearch } from '#domain/search/fold-for-search.ts'
import { readSearchWords } from '#domain/search/search-words.ts'
import { hitsPerConversation, searchPageSize } from '#schemas/wire/calls/search.ts'
import { indexMessages } from '#server/search/search-index.ts'
import { searchMessages } from '#server/search/search-messages.ts'
import type { Database } from '#server/store/database.ts'
import { type OpenDatabase, openPglite } from '#server/store/prepared-pglite.ts'
import { account, conversation, conversationMember } from '#server/store/schema/index.ts'
import { type Metric, p95AtMost, ratioAtMost } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Measure } from '../running/measure.ts'
import { openPostgres } from '../server/postgres.ts'
import { createSearchTexts, type KeywordKind, searchKeywords } from '../world/search-world.ts'

const kinds = Object.keys(searchKeywords) as readonly KeywordKind[]
/** The number of messages in a conversation, on average. */
const messagesOfConversation = 500
/** The number of messages stored by one statement. */
const batch = 1_000
const now = 1_767_225_600_000

interface SearchedMessage {
  readonly id: number
  readonly conversationId: number
  readonly body: string
}

/** Stores the messages of one person, in turn over the conversations. Ids count from 1. */
async function storeMessages(database: Database, size: number): Promise<readonly SearchedMessage[]> {
  const [person] = await database
    .insert(account)
    .values({ telCode: '86', phone: '1', chatId: 'bench', nickname: 'Bench', createdAt: 0, lastSeenAt: 0 })
    .returning()
  const accountId = person?.id ?? 0
  const count = Math.ceil(size / messagesOfConversation)
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, () => ({
      ...{ kind: 'group' as const, createdAt: 0, headSequence: messagesOfConversation },
    }))
    const ids = await database.insert(conversation).values(rows).returning()
    await database.insert(conversationMember).values(ids.map(({ id }) => ({ conversationId: id, accountId })))
  }
  const write = await createSearchTexts()
  const messages: SearchedMessage[] = []
  while (messages.length < size) {
    const rows = Array.from({ length: Math.min(batch, size - messages.length) }, (_, index) => {
      const place = messages.length + index
      return {
        ...{ id: place + 1, conversationId: (place % count) + 1, sequence: Math.floor(place / count) + 1 },
        ...{ senderId: accountId, sentAt: now + place, type: 'txt', body: write(place % count) },
        timerSeconds: null,
      }
    })
    await database.execute(sql`insert into message (conversation_id, sequence, sender_id, client_message_id, type, body, sent_at)
      select conversation_id, sequence, ${accountId}::bigint, 'b' || sent_at, 'txt', body, sent_at
      from unnest(${sql.param(rows.map((row) => row.conversationId))}::bigint[], ${sql.param(rows.map((row) => row.sequence))}::bigint[],
        ${sql.param(rows.map((row) => row.body))}::text[], ${sql.param(rows.map((row) => row.sentAt))}::bigint[])
        as given (conversation_id, sequence, body, sent_at)`)
    await indexMessages(database, rows)
    messages.push(...rows.map(({ id, conversationId, body }) => ({ id, conversationId, body })))
  }
  return messages
}

/** Returns the page that a scan of all messages finds, newest first. */
function scan(
  messages: readonly SearchedMessage[],
  folded: readonly string[],
  typed: string,
): readonly number[] {
  const words = readSearchWords(typed)
  const counts = new Map<number, number>()
  const page: number[] = []
  for (let index = messages.length - 1; index >= 0 && page.length < searchPageSize; index -= 1) {
    const { id = 0, conversationId = 0 } = messages[index] ?? {}
    const count = counts.get(conversationId) ?? 0
    if (count >= hitsPerConversation || !words.every((word) => folded[index]?.includes(word))) continue
    counts.set(conversationId, count + 1)
    page.push(id)
  }
  return page
}

const sizeOf = async (database: Database, tables: readonly string[]): Promise<number> => {
  const { rows } = (await database.execute(
    sql.raw(`select ${tables.map((name) => `pg_total_relation_size('${name}')`).join(' + ')} as bytes`),
    // The driver's own shape of results.
  )) as { rows: { bytes: string | number }[] }
  return Number(rows[0]?.bytes)
}

type Engine = 'server' | 'postgres'

/** Searches of one person's messages of 2,000 conversations in four languages. Throws if a page is incomplete. */
const searchingOn = (engine: Engine, open: () => Promise<OpenDatabase | undefined>): Measure => ({
  names: [...kinds, 'index'].map((name) => `search-${engine}-${name}`),
  async run(bench) {
    const size = bench.sizes.at(-1) ?? 0
    const opened = await open()
    if (!opened) {
      bench.tell('  PostgreSQL is not installed')
      return []
    }
    const { database, close } = opened
    try {
      const messages = await storeMessages(database, size)
      const folded = messages.map(({ body }) => foldForSearch(body))
      const [person] = await database.select().from(account)
      const services = { database, clock: { now: () => now + size } }
      const timesOf = async (kind: KeywordKind): Promise<readonly number[]> => {
        const times: number[] = []
        for (const keyword of searchKeywords[kind]) {
          const start = performance.now()
          const results = await searchMessages(services, { accountId: person?.id ?? 0, keyword })
          times.push(performance.now() - start)
          const found = results.flatMap((result) => result.SearchResultDetails.map(({ Id }) => Id))
          const expected = scan(messages, folded, keyword)
          if (found.toSorted((left, right) => right - left).join() !== expected.join())
            throw new Error(`${keyword}: ${found.length} hits instead of ${expected.length}`)
        }
        return times
      }
      // The first searches of a process wait for the compiler of V8.
      for (const kind of kinds) await timesOf(kind)
      const metrics: Metric[] = []
      for (const kind of kinds) {
        const samples: number[] = []
        for (let round = bench.times(5); round > 0; round -= 1)
          samples.push(percentile(await timesOf(kind), 0.95))
        metrics.push({ name: `search-${engine}-${kind}`, size, unit: 'ms', samples, target: p95AtMost(100) })
      }
      const text = messages.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0)
      const index = await sizeOf(database, ['search_block', 'open_search_block'])
      const megabytes = { samples: [index / 1e6], reference: [text / 1e6], target: ratioAtMost(1.5) }
      return [...metrics, { name: `search-${engine}-index`, size, unit: 'MB', ...megabytes }]
    } finally {
      await close()
    }
  },
})

export const searchingServerMeasures: readonly Measure[] = [
  searchingOn('server', openPglite),
  searchingOn('postgres', openPostgres),
]
