import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account, friendship, friendTagMember } from '#server/store/schema/index.ts'
import { addToTags, createTag, readTags } from '#server/tags/tags.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
}, 60_000)
afterAll(() => backend.close())

/** A person with this number of friends. */
async function openWithFriends(count: number) {
  const { database } = backend
  const people = Array.from({ length: count + 1 }, (_, index) => ({
    ...{ telCode: '86', phone: String(index), chatId: `c${index}`, nickname: `P${index}` },
    ...{ createdAt: 1, lastSeenAt: 1 },
  }))
  const [own, ...friends] = (await database.insert(account).values(people).returning()).map(({ id }) => id)
  if (own === undefined) throw new Error('No account')
  await database
    .insert(friendship)
    .values(friends.map((friendId) => ({ accountId: own, friendId, createdAt: 1 })))
  return { own, friends }
}

it('a tag has at most 500 members; a change beyond that adds nobody, and an ended friendship removes the member [TAG-12] (DEC-12)', async () => {
  const { own, friends } = await openWithFriends(501)
  const { id } = await createTag(backend, own, 'Everybody')
  const sizes = async () => (await readTags(backend, own)).map(({ TagCount }) => TagCount)
  const isTooMany = {
    ...{ textKey: 'tag-full', values: { count: 500 } },
    data: { Key: 'conversation.forward.max-selected', Count: 500 },
  }
  await expect(addToTags(backend, own, [id], friends)).rejects.toMatchObject(isTooMany)
  expect(await sizes()).toEqual([0])
  await addToTags(backend, own, [id], friends.slice(0, 500))
  await addToTags(backend, own, [id], friends.slice(0, 1))
  await expect(addToTags(backend, own, [id], friends.slice(500))).rejects.toMatchObject(isTooMany)
  expect(await sizes()).toEqual([500])

  await backend.database.delete(friendship).where(eq(friendship.friendId, friends[0] ?? 0))
  expect(await sizes()).toEqual([499])
  expect(await backend.database.select().from(friendTagMember)).toHaveLength(499)
})
