import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

it('the storage is measured by conversation and freed by choice, but never what is unsent', async () => {
  const [ann, ben] = [world.start(), world.start()]
  await signUp(world, ann, '13800000021')
  await signUp(world, ben, '13800000022')
  const conversationId = await befriend(world, ann, ben)
  const account = accountOf(ann)
  const measure = await account.loadMeasureStorage()
  for (const text of ['one', 'two'])
    await world.finished(account.dispatch({ type: 'SendText', conversationId, text }))
  let use = await world.finished(measure())
  await world.until('both messages are stored', () => {
    void measure().then((next) => {
      use = next
    })
    return (use.conversations[0]?.messageCount ?? 0) >= 2
  })
  expect(use.conversations).toMatchObject([{ id: conversationId }])
  const size = use.conversations[0]?.size ?? 0
  expect(size).toBeGreaterThan(100)
  expect(use.unsentFiles).toEqual({ count: 0, size: 0 })

  ann.environment.set({ isOnline: false })
  const file = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array(3) }
  await world.finished(account.media.sendAttachment(conversationId, { kind: 'image', file }))
  await world.finished(account.dispatch({ type: 'ClearConversation', conversationId }))
  await world.until('the messages are gone', () => {
    void measure().then((next) => {
      use = next
    })
    return (use.conversations[0]?.size ?? 0) < size
  })
  expect(use).toEqual({ conversations: [], unsentFiles: { count: 1, size: 3 } })
  await world.finished(ann.client.dispose())
  await world.finished(ben.client.dispose())
})
