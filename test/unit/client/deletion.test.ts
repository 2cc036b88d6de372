import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import type { DeletableMessage } from '#domain/message/decide-deletion.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import { message } from '#server/store/schema/index.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
let anna: Person
let ben: Person
let id: ConversationId
beforeAll(async () => {
  world = await InProcessWorld.open()
  ;[anna, ben] = [world.start(), world.start()]
  await signUp(world, anna, '13800000001')
  await signUp(world, ben, '13800000002')
  id = await befriend(world, anna, ben)
}, 60_000)
afterAll(async () => {
  for (const person of [anna, ben]) await world.finished(person.client.dispose())
  await world.backend.close()
})

const deleted = (person: Person, messages: readonly DeletableMessage[]) =>
  world.finished(accountOf(person).deleteForEveryone(id, messages))

/** Sends a text by Anna and resolves with her message once both clients have it. */
async function sent(text: string): Promise<DeletableMessage> {
  const screens = [anna, ben].map((person) => accountOf(person).openTimeline(id, openTimelineHandle))
  await world.finished(accountOf(anna).dispatch({ type: 'SendText', conversationId: id, text }))
  const found = (screen: (typeof screens)[number]) =>
    screen.view.get().messages.find(({ body, serverId: known }) => body === text && known !== undefined)
  await world.until('both have it', () => screens.every(found))
  const [own] = screens.map(found)
  for (const screen of screens) screen.close()
  if (!own) throw new Error('No message')
  return own
}
const tables = async () => JSON.stringify(await world.backend.database.select().from(message))
const readable = async () => anna.disk.toJson() + ben.disk.toJson() + (await tables())

describe('deleting for everyone between two clients and the real backend', () => {
  it('removes the message from both devices and the table when the echo arrives (DEC-20) [SOCK-34 LIFE-18]', async () => {
    const own = await sent('said in haste')
    expect(await deleted(anna, [own])).toEqual({ isOk: true, value: undefined })
    await world.until('the other side has heard', () => !ben.disk.toJson().includes('said in haste'))
    await world.clock.advance(1000)
    expect(await readable()).not.toContain('said in haste')
  })

  it('is rejected without a request if a rule forbids it [MSG-42 MSG-46]', async () => {
    const own = await sent('hers')
    const rejected = await deleted(ben, [{ ...own, isOwn: false }])
    expect(rejected).toEqual({ isOk: false, rejection: { key: 'conversation.delete.failed-content' } })
  })

  it('fails if the server does not echo it within 3 s, and the message stays (DEC-20)', async () => {
    await sent('stays')
    const startedAt = world.clock.now()
    const unknown = { serverId: serverId(999_999), isOwn: true, sentAt: startedAt }
    const outcome = await deleted(anna, [unknown])
    expect(outcome).toEqual({ isOk: false, rejection: { key: 'conversation.delete.unconfirmed' } })
    expect(world.clock.now() - startedAt).toBeGreaterThanOrEqual(3000)
    expect(world.clock.now() - startedAt).toBeLessThan(3200)
    expect(await readable()).toContain('stays')
  })

  it('does not succeed if the message is only removed from this device meanwhile (DEC-20)', async () => {
    const hers = await sent('cleared away')
    const asking = accountOf(ben).deleteForEveryone(id, [hers])
    await world.finished(accountOf(ben).dispatch({ type: 'ClearConversation', conversationId: id }))
    expect(await world.finished(asking)).toEqual({
      isOk: false,
      rejection: { key: 'conversation.delete.unconfirmed' },
    })
    expect(await tables()).toContain('cleared away')
  })

  it('fails immediately without a connection (DEC-20)', async () => {
    const own = await sent('offline')
    anna.environment.set({ isOnline: false })
    await world.until('offline', () => accountOf(anna).connection.get().status === 'offline')
    expect(await deleted(anna, [own])).toEqual({ isOk: false, rejection: { key: 'connection.disconnected' } })
    anna.environment.set({ isOnline: true })
    await world.until('connected', () => accountOf(anna).connection.get().status === 'connected')
    await world.clock.advance(5000)
    expect(await tables()).toContain('offline')
    expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
  })
})
