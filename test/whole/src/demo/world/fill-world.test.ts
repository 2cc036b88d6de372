import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConversationId } from '#schemas/ids.ts'
import type { OpenDatabase } from '#server/store/prepared-pglite.ts'
import { account, conversation, conversationMember, message } from '#server/store/schema/index.ts'
import { readTags } from '#server/tags/tags.ts'
import { fillWorld, worldMoment } from '#src/demo/world/fill-world.ts'
import { accountIdOf, conversationPlans } from '#src/demo/world/personas.ts'
import { worldDrafts } from '#src/demo/world/save-drafts.ts'
import { makeWorldFile, pictureName, soundName, soundSeconds } from '#src/demo/world/world-files.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

describe('the world in the store', () => {
  let opened: OpenDatabase
  let filled: Awaited<ReturnType<typeof fillWorld>>
  let spent: NodeJS.CpuUsage
  beforeAll(async () => {
    opened = await openMigratedDatabase()
    const start = process.cpuUsage()
    filled = await fillWorld(opened.database, 'en-US')
    spent = process.cpuUsage(start)
    // Long, because other programs may keep the machine busy.
  }, 150_000)
  afterAll(() => opened.close())

  it('fills an empty store within 8 s of processor time, and returns its user and its time', () => {
    expect((spent.user + spent.system) / 1000).toBeLessThan(8_000)
    expect(filled).toEqual({ ownerId: accountIdOf('me'), madeAt: worldMoment })
  })

  it('has 5,000 messages whose ids and sequence numbers follow the order of time', async () => {
    const rows = await opened.database.select().from(message).orderBy(message.id)
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1))
    expect(rows).toHaveLength(5000)
    const heads = new Map<number, number>()
    for (const { conversationId, sequence } of rows) {
      expect(sequence).toBe((heads.get(conversationId) ?? 0) + 1)
      heads.set(conversationId, sequence)
    }
    const conversations = await opened.database.select().from(conversation)
    expect(conversations).toHaveLength(40)
    for (const { id, headSequence } of conversations) expect(heads.get(id)).toBe(headSequence)
  })

  it('has read times that match the read markers', async () => {
    const members = await opened.database.select().from(conversationMember)
    const rows = await opened.database.select().from(message)
    for (const { id, conversationId, senderId, readAt, sentAt } of rows) {
      const readers = members.filter(
        (member) => member.conversationId === conversationId && member.accountId !== senderId,
      )
      expect(readAt !== null).toBe(readers.some(({ readMessageId }) => readMessageId >= id))
      if (readAt !== null) expect(readAt).toBeGreaterThan(sentAt)
    }
    for (const { conversationId, accountId, readMessageId } of members) {
      const own = rows.filter((row) => row.conversationId === conversationId && row.senderId === accountId)
      expect(own.every(({ sentAt }) => sentAt <= worldMoment)).toBe(true)
      expect(rows.some((row) => row.conversationId === conversationId && row.id === readMessageId)).toBe(true)
    }
  })

  it('has people who were last seen when they wrote last, or later', async () => {
    const seen = new Map(
      (await opened.database.select().from(account)).map(({ id, lastSeenAt }) => [id, lastSeenAt]),
    )
    const rows = await opened.database.select().from(message)
    expect(rows.filter(({ senderId, sentAt }) => (seen.get(senderId) ?? 0) < sentAt)).toEqual([])
  })

  it('has tags of the signed-in person with friends, some of whom are in two', async () => {
    const tags = await readTags(opened, accountIdOf('me'))
    expect(tags.map(({ TagName, TagCount }) => [TagName, TagCount])).toEqual([
      ['Family', 5],
      ['Work', 7],
      ['Weekend', 4],
      ['Closest', 3],
    ])
    const members = tags.flatMap(({ TagMember }) => TagMember?.map(({ Id }) => Id) ?? [])
    expect(new Set(members).size).toBe(members.length - 2)
  })

  it('rejects a store that is not empty', async () => {
    await expect(fillWorld(opened.database, 'en-US')).rejects.toThrow()
  })
})

it('the drafts of the demo world use the conversation ids of the store', async () => {
  const drafts = await worldDrafts('en-US')
  expect(drafts).toHaveLength(5)
  const owners = conversationPlans.flatMap(({ draft }, index) => (draft === undefined ? [] : [index + 1]))
  expect(drafts.map((draft) => parseConversationId(draft.conversationId).wireId)).toEqual(owners)
  expect(drafts.every(({ text }) => text.trim() !== '')).toBe(true)
})

it('the demo world renders the same pictures each time, for its messages only', async () => {
  const key = `messages/${pictureName(4711)}`
  const picture = await makeWorldFile(key)
  expect([...(picture ?? [])].slice(1, 4).map((code) => String.fromCharCode(code))).toEqual(['P', 'N', 'G'])
  expect(picture?.length).toBeLessThan(40_000)
  expect(await makeWorldFile(key)).toEqual(picture)
  expect(await makeWorldFile(`messages/${pictureName(4712)}`)).not.toEqual(picture)
  expect(await makeWorldFile(`messages/${'a'.repeat(40)}.png`)).toBeUndefined()

  const sound = await makeWorldFile(`messages/${soundName(4711)}`)
  expect(sound?.length).toBe(44 + 8000 * soundSeconds(4711))
  expect(new TextDecoder().decode(sound?.subarray(0, 16))).toMatch(/^RIFF....WAVEfmt $/s)
  expect(new Set(sound?.subarray(44)).size).toBeGreaterThan(50)
})
