import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { accountOf, befriend, signUp } from '#test/unit/client/acquaintance.ts'
import { InProcessWorld, type Person } from '#test/unit/client/in-process-world.ts'

const hour = 3_600_000

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

/** Starts the person's device again, offline, with its clock set ahead by `ahead` ms. */
async function restartOffline(person: Person, ahead: number): Promise<Person> {
  await world.finished(person.client.dispose())
  const restarted: Person = world.start(person.disk, {
    inspect: () => {},
    observe: (ports) => ({
      ...ports,
      clock: { ...world.clock, now: () => world.clock.now() + ahead },
    }),
  })
  restarted.environment.set({ isOnline: false })
  await world.until(
    'the account is open',
    () => restarted.client.account.get()?.conversations.get().length === 1,
  )
  return restarted
}

it('texts reach the other person in the order of writing, whatever the clock does between restarts (DEC-99 DEC-107)', async () => {
  // Given two texts written offline while the clock was ahead by an hour, and two written after it was put right
  const ben = world.start()
  let ann = world.start()
  await signUp(world, ann, '13800000401')
  await signUp(world, ben, '13800000402')
  const id = await befriend(world, ann, ben)
  const write = async (text: string) => {
    const sent = accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text })
    expect(await world.finished(sent)).toMatchObject({ isOk: true })
  }
  ann = await restartOffline(ann, hour)
  await write('one')
  await write('two')
  ann = await restartOffline(ann, 0)
  await write('three')
  ann = await restartOffline(ann, -hour)
  await write('four')
  const written = ['one', 'two', 'three', 'four']
  const shown = accountOf(ann).openTimeline(id, openTimelineHandle).view
  await world.until('the timeline is loaded', () => shown.get().messages.length === written.length)
  expect(shown.get().messages.map(({ body }) => body)).toEqual(written)
  expect(accountOf(ann).conversations.get()[0]?.lastMessage?.body).toBe('four')

  // When the device is online again
  ann.environment.set({ isOnline: true })

  // Then both people see them in the order in which they were written
  const seen = accountOf(ben).openTimeline(id, openTimelineHandle).view
  await world.until('Ben has all', () => seen.get().messages.length === written.length)
  expect(seen.get().messages.map(({ body }) => body)).toEqual(written)
  await world.until('all are sent', () => shown.get().messages.every(({ state }) => state !== 'pending'))
  expect(shown.get().messages.map(({ body }) => body)).toEqual(written)
})
