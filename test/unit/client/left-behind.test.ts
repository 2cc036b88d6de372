import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { createBus } from '../machines/leader/leader-harness.ts'
import { accountOf, befriend, signIn, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
let phones = 13_800_000_100
const nextPhone = () => String(phones++)
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

/** The tabs of one device. `rejects` decides which writes the storage of a tab rejects. */
function createDevice() {
  const disk = createMemoryDisk()
  const bus = createBus()
  const locks = createMemoryLocks()
  const openTab = (rejects: (operation: string) => boolean = () => false): Person =>
    world.start(disk, {
      inspect: () => {},
      observe: (ports) => ({
        ...ports,
        channel: bus.open(),
        locks,
        storage: disk.storage((operation) => {
          if (rejects(operation)) throw new StorageError('quota-exceeded')
        }),
      }),
    })
  return { disk, openTab }
}

const knowsBen = (ann: Person) =>
  world.until('Ann knows Ben', () => ann.client.account.get()?.conversations.get().length === 1)

/**
 * One of Ann's tabs has a message to Ben that it can neither store nor send. Her other tab signs her out and deletes
 * her data.
 */
async function signOutElsewhere(isRejected: (operation: string) => boolean) {
  const { disk, openTab } = createDevice()
  const [first, ben] = [openTab(), world.start()]
  const phone = nextPhone()
  await signUp(world, first, phone)
  await signUp(world, ben, nextPhone())
  const id = await befriend(world, first, ben)
  await world.finished(first.client.dispose())
  let isFailing = true
  const faulty = openTab((operation) => isFailing && isRejected(operation))
  await knowsBen(faulty)
  await world.until('it is connected', () => accountOf(faulty).connection.get().status === 'connected')
  faulty.environment.set({ isOnline: false })
  const said = accountOf(faulty).dispatch({ type: 'SendText', conversationId: id, text: 'a secret' })
  expect(await world.finished(said)).toMatchObject({ isOk: true })
  const other = openTab()
  await world.until('the other tab is signed in', () => other.client.account.get() !== undefined)
  await world.finished(other.client.authentication.signOut())
  await world.until('both are signed out', () => !faulty.client.account.get() && !other.client.account.get())
  await world.clock.advance(5000)
  expect(await disk.storage().accounts.pendingWipes()).toEqual([])
  isFailing = false
  faulty.environment.set({ isOnline: true })
  return { ben, disk, faulty, id, other, phone }
}

describe('in-memory segments after a sign-out in another tab', () => {
  const faults: readonly (readonly [fault: string, isRejected: (operation: string) => boolean])[] = [
    ['stored no segment', (operation) => operation === 'appendSegment'],
    ['could not be opened', (operation) => !operation.startsWith('accounts.')],
  ]
  it.each(faults)(
    'are dropped when their account is signed in again here and the storage %s (DEC-115)',
    async (_, isRejected) => {
      // Given an unsent message in the memory of one page, of an account that another tab has signed out
      const { ben, disk, faulty, id, phone } = await signOutElsewhere(isRejected)
      const seen = accountOf(ben).openTimeline(id, openTimelineHandle).view
      // When the person signs in again on that page
      await signIn(world, faulty, phone)
      await knowsBen(faulty)
      await world.clock.advance(60_000)
      // Then no device, view or server has the message
      expect(disk.toJson()).not.toContain('a secret')
      expect(seen.get().messages).toEqual([])
    },
  )

  it.each(faults)(
    'stay dropped when the other tab signs in again and the storage %s (DEC-115)',
    async (_, isRejected) => {
      const { disk, faulty, other, phone } = await signOutElsewhere(isRejected)
      await signIn(world, other, phone)
      const { userId } = accountOf(other)
      await world.until('the page knows of it', () =>
        faulty.client.authentication.view.get().accounts.some((account) => account.userId === userId),
      )
      await world.finished(faulty.client.authentication.choose(userId))
      await knowsBen(faulty)
      await world.clock.advance(60_000)
      expect(disk.toJson()).not.toContain('a secret')
    },
  )
})
