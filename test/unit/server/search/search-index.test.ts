import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasHit, readSearchWords } from '#domain/search/search-words.ts'
import { insertMessages } from '#server/conversations/insert-messages.ts'
import { lockConversation } from '#server/conversations/open-conversation.ts'
import { reindexMessages } from '#server/search/search-index.ts'
import { type MessageSearch, searchMessages } from '#server/search/search-messages.ts'
import { addMessage, sectionsOfBits } from '#server/search/search-signature.ts'
import {
  account,
  conversation,
  conversationMember,
  message,
  openSearchBlock,
  searchBlock,
  searchBlockLength,
  searchSectionLength,
} from '#server/store/schema/index.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

let opened: Awaited<ReturnType<typeof openMigratedDatabase>>
beforeAll(async () => {
  opened = await openMigratedDatabase()
}, 60_000)
afterAll(() => opened.close())

const clock = { now: () => 1_000_000 }
let count = 0

/** A person who is a member of new conversations. */
async function openWorld(conversations: number) {
  const { database } = opened
  const number = ++count
  const [person] = await database
    .insert(account)
    .values({
      ...{
        telCode: '86',
        phone: `${number}`,
        chatId: `c${number}`,
        nickname: 'P',
        createdAt: 1,
        lastSeenAt: 1,
      },
    })
    .returning()
  const accountId = person?.id ?? 0
  const rows = Array.from({ length: conversations }, () => ({ kind: 'group' as const, createdAt: 1 }))
  const ids = (await database.insert(conversation).values(rows).returning()).map(({ id }) => id)
  await database
    .insert(conversationMember)
    .values(ids.map((conversationId) => ({ conversationId, accountId })))
  const say = (texts: readonly { readonly to: number; readonly body: string }[]) =>
    database.transaction((transaction) =>
      insertMessages(
        transaction,
        texts.map(({ to, body }) => ({
          ...{ conversationId: ids[to % ids.length] ?? 0, senderId: accountId, type: 'txt', body },
          clientMessageId: `m${String(++count).padStart(19, '0')}`,
        })),
        clock.now(),
      ),
    )
  const erase = (erased: readonly (typeof message.$inferSelect)[]) =>
    database.transaction(async (transaction) => {
      for (const { id, conversationId, sequence } of erased) {
        const locked = await lockConversation(transaction, conversationId)
        await transaction.update(message).set({ body: null }).where(eq(message.id, id))
        await reindexMessages(transaction, locked, [sequence])
      }
    })
  const search = async (fields: Partial<MessageSearch>) => {
    const results = await searchMessages({ database, clock }, { accountId, keyword: '', ...fields })
    return results.flatMap(({ SearchResultDetails }) => SearchResultDetails.map(({ Id }) => Id))
  }
  /** All blocks of these conversations in the index. */
  const blocks = async () => [
    ...(await database.select().from(searchBlock).where(inArray(searchBlock.conversationId, ids))),
    ...(await database.select().from(openSearchBlock).where(inArray(openSearchBlock.conversationId, ids))),
  ]
  return { accountId, ids, say, erase, search, blocks }
}

/** Any character of a range, or one of a few that occur often and fold to others. */
const letter = (from: number, to: number, usual: string) =>
  fc.oneof(
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(...usual, ' '),
  )
const scripts = [
  letter(0x61, 0x17f, 'abAÉñß'),
  letter(0x4e00, 0x9fff, '的圖图書館馆臺'),
  letter(0x3041, 0x30fe, 'あカラーﾗ'),
  letter(0xac00, 0xd7a3, '가각나녕'),
  letter(0x1ea0, 0x1ef9, 'đĐăn'),
  letter(0x621, 0x652, 'مرَأ'),
  letter(0x1f600, 0x1f64f, 'a').map((character) => (character === 'a' ? '👨‍👩‍👧' : character)),
]
const text = fc.oneof(
  ...scripts.map((script) =>
    fc.array(script, { minLength: 1, maxLength: 30, size: 'max' }).map((parts) => parts.join('')),
  ),
)
/** A part of one of the texts, or any text of the same letters. */
const keyword = (texts: readonly string[]) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(30), fc.integer({ min: 1, max: 6 }))
      .map(([whole, from, length]) =>
        [...whole]
          .slice(from % [...whole].length)
          .slice(0, length)
          .join(''),
      ),
    text.map((whole) => [...whole].slice(0, 3).join('')),
  )
const world = fc
  .array(
    fc.record({
      to: fc.constantFrom(0, 0, 0, 1, 2),
      body: text,
      isErased: fc.nat(9).map((number) => number === 0),
    }),
    {
      minLength: 1,
      maxLength: 180,
      size: 'max',
    },
  )
  .chain((messages) =>
    fc.record({
      messages: fc.constant(messages),
      keywords: fc.array(keyword(messages.map(({ body }) => body)), { minLength: 6, maxLength: 6 }),
      pageSize: fc.integer({ min: 1, max: 40 }),
    }),
  )

it('a search finds exactly what a scan of all messages finds, page by page, in every script', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ messages, keywords, pageSize }) => {
      const { ids, say, erase, search } = await openWorld(3)
      const half = Math.ceil(messages.length / 2)
      const stored = [...(await say(messages.slice(0, half))), ...(await say(messages.slice(half)))]
      await erase(stored.filter((_, index) => messages[index]?.isErased))
      const left = stored.filter((_, index) => !messages[index]?.isErased)
      for (const typed of keywords) {
        const words = readSearchWords(typed)
        if (words.length === 0) continue
        for (const id of ids) {
          const scanned = left.filter(
            ({ conversationId, body }) =>
              conversationId === id && hasHit({ type: 'txt', body: body ?? '' }, words),
          )
          const expected = scanned.map((one) => one.id).reverse()
          const found: number[] = []
          for (;;) {
            const page = await search({
              ...{ keyword: typed, pageSize, beforeId: found.at(-1) },
              conversation: { kind: 'group', id },
            })
            found.push(...page)
            if (page.length < pageSize) break
          }
          expect(found, typed).toEqual(expected)
        }
        const everywhere = left.filter(({ body }) => hasHit({ type: 'txt', body: body ?? '' }, words))
        const newest = everywhere.map(({ id }) => id).reverse()
        if (newest.length <= 20)
          expect(
            [...(await search({ keyword: typed }))].sort((a, b) => b - a),
            typed,
          ).toEqual(newest)
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)

it('a page of all conversations has the newest hits, at most 20 of each', async () => {
  const { say, search } = await openWorld(3)
  await say(Array.from({ length: 40 }, () => ({ to: 0, body: 'old tick' })))
  const noise = await say(Array.from({ length: 25 }, () => ({ to: 1, body: 'tick' })))
  const [last] = await say([{ to: 2, body: 'tick' }])
  const page = await search({ keyword: 'tick', pageSize: 30 })
  const ofNoise = noise.map(({ id }) => id).reverse()
  expect(page.slice(0, 21)).toEqual([last?.id, ...ofNoise.slice(0, 20)])
  expect(page).toHaveLength(30)
})

it('the index has the bits of the messages that are left, and no row of erased ones only', async () => {
  const { say, erase, search, blocks } = await openWorld(1)
  const bodies = Array.from({ length: 140 }, (_, index) => `${index % 3 === 0 ? 'secret' : 'word'} ${index}`)
  const stored = await say(bodies.map((body) => ({ to: 0, body })))
  const isSecret = ({ body }: { readonly body: string | null }) => body?.startsWith('secret') ?? false
  await erase(stored.filter(isSecret))
  const left = stored.filter((one) => !isSecret(one))
  const openBlock = Math.floor(140 / searchBlockLength)
  for (const { block, signature } of await blocks()) {
    const expected: number[] = []
    for (const { sequence, ...one } of left)
      if (Math.floor((sequence - 1) / searchBlockLength) === block) {
        const section = Math.floor(((sequence - 1) % searchBlockLength) / searchSectionLength)
        addMessage(expected, section, one, one.body ?? '')
      }
    const bits = new Set(expected)
    const digits = Array.from({ length: signature.length }, (_, bit) => (bits.has(bit) ? '1' : '0'))
    expect(signature).toEqual(block < openBlock ? [...sectionsOfBits(expected)] : digits.join(''))
  }
  expect(await blocks()).toHaveLength(3)
  expect(await search({ keyword: 'secret' })).toEqual([])
  await erase(left)
  expect(await blocks()).toEqual([])
})

it('a message of a transaction that fails is not in the index', async () => {
  const { say, search, ids, blocks } = await openWorld(1)
  await say([{ to: 0, body: 'kept' }])
  const before = await blocks()
  const failing = opened.database.transaction(async (transaction) => {
    await insertMessages(
      transaction,
      [
        {
          conversationId: ids[0] ?? 0,
          senderId: 0,
          clientMessageId: 'x'.repeat(20),
          type: 'txt',
          body: 'lost',
        },
      ],
      1,
    )
  })
  await expect(failing).rejects.toThrow()
  expect([await search({ keyword: 'lost' }), await blocks()]).toEqual([[], before])
})

it('the index has neither notices nor disappearing messages (DEC-164)', async () => {
  const { ids, say, blocks, accountId } = await openWorld(1)
  await opened.database
    .update(conversation)
    .set({ timerSeconds: 30 })
    .where(eq(conversation.id, ids[0] ?? 0))
  await say([{ to: 0, body: 'fleeting' }])
  await opened.database
    .update(conversation)
    .set({ timerSeconds: 0 })
    .where(eq(conversation.id, ids[0] ?? 0))
  const notice = { conversationId: ids[0] ?? 0, senderId: accountId, type: 'notice', body: 'notice' }
  await insertMessages(opened.database, [{ ...notice, clientMessageId: `n${'0'.repeat(19)}` }], 1)
  expect((await blocks()).filter(({ newestId }) => newestId > 0)).toEqual([])
})

it('the table of open blocks does not grow with the messages, without a vacuum', async () => {
  const { say } = await openWorld(60)
  const size = async () => {
    const { rows } = (await opened.database.execute(
      sql`select pg_relation_size('open_search_block')::integer as bytes`,
      // The driver's own shape of results.
    )) as { rows: { bytes: number }[] }
    return rows[0]?.bytes ?? 0
  }
  const round = () => say(Array.from({ length: 60 }, (_, to) => ({ to, body: 'hello' })))
  for (let count = 0; count < 3; count += 1) await round()
  const early = await size()
  for (let count = 0; count < 12; count += 1) await round()
  expect(await size()).toBeLessThanOrEqual(early * 1.2)
})
