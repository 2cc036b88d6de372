import { expect, it } from 'vitest'
import { albumAt } from '#domain/message-list/album-layout.ts'
import { clientId } from '#schemas/ids.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { locales } from '#src/app/locales.ts'
import { createWorld } from '#src/demo/world/create-world.ts'
import { loadSeedTexts } from '#src/demo/world/locale-texts.ts'
import { conversationRows, fileRows, messageRows, reactionRows } from '#src/demo/world/world-rows.ts'

it.each(locales)(
  'the world in %s has an album of three pictures and a video, with their files',
  async (locale) => {
    const world = createWorld(await loadSeedTexts(locale), { seed: 1, moment: Date.UTC(2026, 0, 14, 15) })
    const rows = messageRows(world)
    expect(new Set(rows.map(({ clientMessageId }) => clientMessageId)).size).toBe(rows.length)
    const video = rows.find(({ type }) => type === 'video')
    const talk = rows
      .filter(({ conversationId }) => conversationId === video?.conversationId)
      .map(({ clientMessageId, type, body, sentAt }) => ({
        clientId: clientId(clientMessageId),
        type: messageTypes.find((known) => known === type) ?? 'txt',
        body,
        sentAt,
      }))
    const first = talk.findIndex(({ type }) => type === 'video') - 3
    expect(albumAt(talk, first, () => true)).toEqual({ pictures: 4, hasCaption: false })
    const parts = talk.slice(first, first + 4)
    expect(Math.max(...parts.map(({ sentAt }) => sentAt)) - (parts[0]?.sentAt ?? 0)).toBeLessThan(60_000)
    const names = new Set(fileRows(world).map(({ name }) => name))
    const reactedTo = new Set(reactionRows(world).map(({ messageId }) => messageId))
    const notices = rows.flatMap(({ type }, index) =>
      type === 'notice' || type === 'GroupJoin' ? index + 1 : [],
    )
    expect(notices.filter((number) => reactedTo.has(number))).toEqual([])
    const pinned = rows.filter(({ pinVersion = 0 }) => pinVersion > 0)
    expect(pinned.length).toBeGreaterThan(1)
    expect(conversationRows(world).reduce((sum, { pinVersion = 0 }) => sum + pinVersion, 0)).toBe(
      pinned.length,
    )
    for (const { body } of parts) expect(names).toContain(body?.replace(/^.*\/|\?.*$/g, ''))
  },
)

it('people in groups react in many ways, and often in the same way as another person', async () => {
  const world = createWorld(await loadSeedTexts('en-US'), { seed: 1, moment: Date.UTC(2026, 0, 14, 15) })
  const ways = new Map<number, string[]>()
  for (const { messageId, emoji } of reactionRows(world))
    ways.set(messageId, [...(ways.get(messageId) ?? []), emoji])
  expect(new Set([...ways.values()].map((emoji) => emoji.join(''))).size).toBeGreaterThan(6)
  expect([...ways.values()].some(([first, second]) => first === second)).toBe(true)
})
