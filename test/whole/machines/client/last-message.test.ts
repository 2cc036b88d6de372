import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { accountOf, befriend, signUp } from '#test/unit/client/acquaintance.ts'
import { InProcessWorld, type Person } from '#test/unit/client/in-process-world.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

/** Opens tabs of one device. */
function createDevice() {
  const [disk, bus, locks] = [createMemoryDisk(), createBus(), createMemoryLocks()]
  return {
    openTab: (): Person =>
      world.start(disk, {
        inspect: () => {},
        observe: (ports) => ({ ...ports, locks, channel: bus.open() }),
      }),
  }
}

it('the row shows the newest message that is left on every tab after the ten newest were deleted (DEC-20)', async () => {
  // Given twelve messages of Ben, and Ann on two tabs, of which one follows
  const { openTab } = createDevice()
  const ann = openTab()
  const ben = world.start()
  await signUp(world, ann, '13800000411')
  await signUp(world, ben, '13800000412')
  const id = await befriend(world, ann, ben)
  const follower = openTab()
  await world.until('the follower is signed in', () => follower.client.account.get() !== undefined)
  const lastOf = (person: Person) =>
    accountOf(person)
      .conversations.get()
      .find((row) => row.id === id)?.lastMessage?.body
  for (let text = 1; text <= 12; text += 1) {
    const sent = accountOf(ben).dispatch({ type: 'SendText', conversationId: id, text: `text ${text}` })
    await world.finished(sent)
  }
  const people = [ann, follower, ben]
  await world.until('all have the last text', () => people.every((person) => lastOf(person) === 'text 12'))

  // When Ben deletes the ten newest for everyone
  const { view } = accountOf(ben).openTimeline(id, openTimelineHandle)
  const own = () => view.get().messages.filter(({ body }) => body.startsWith('text'))
  await world.until('Ben sees them', () => own().length === 12)
  const deleted = accountOf(ben).deleteForEveryone(id, own().slice(-10))
  expect(await world.finished(deleted)).toMatchObject({ isOk: true })

  // Then each row shows the second text, also on a tab that starts later
  const rowsOf = () => people.map(lastOf)
  await world.until('the rows show it', () => rowsOf().every((body) => body === 'text 2'))
  const later = openTab()
  await world.until('the later tab is signed in', () => later.client.account.get() !== undefined)
  await world.until('its row shows it', () => lastOf(later) === 'text 2')
})
