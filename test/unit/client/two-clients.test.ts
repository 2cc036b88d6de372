import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

describe('two clients and the real backend', () => {
  it('sign up, befriend and chat', async () => {
    const [anna, ben] = [world.start(), world.start()]
    await signUp(world, anna, '13800000001')
    await signUp(world, ben, '13800000002')
    const id = await befriend(world, anna, ben)
    const [annaScreen, benScreen] = [
      accountOf(anna).openTimeline(id, openTimelineHandle),
      accountOf(ben).openTimeline(id, openTimelineHandle),
    ]
    for (let at = 0; at < 5; at++) {
      for (const [person, name] of [
        [anna, 'anna'],
        [ben, 'ben'],
      ] as const) {
        const text = `${name} ${at}`
        await world.finished(accountOf(person).dispatch({ type: 'SendText', conversationId: id, text }))
        const bodies = () =>
          benScreen.view.get().messages.filter(({ state }) => state === 'sent' || state === 'read')
        await world.until(text, () => bodies().at(-1)?.body === text)
      }
    }
    await world.until('all is sent', () =>
      annaScreen.view.get().messages.every(({ state }) => state === 'sent'),
    )
    const texts = (screen: typeof annaScreen) => screen.view.get().messages.map(({ body }) => body)
    expect(texts(annaScreen)).toEqual(texts(benScreen))
    expect(texts(annaScreen)).toHaveLength(10)
    expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
    await world.finished(anna.client.dispose())
    await world.finished(ben.client.dispose())
  })
})
