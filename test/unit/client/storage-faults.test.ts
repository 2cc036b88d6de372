import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import type { Ports } from '#streams/ports.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { openStorage } from '#streams/storage/open-storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { createBus } from '../machines/leader/leader-harness.ts'
import { accountOf, befriend, signIn, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

/** Starts a tab with changed ports. */
const startWith = (change: (ports: Ports) => Partial<Ports>, disk = createMemoryDisk()): Person =>
  world.start(disk, { inspect: () => {}, observe: (ports) => ({ ...ports, ...change(ports) }) })

describe('two tabs of a browser without a database', () => {
  it('are separate clients: both connect, and each has every message once', async () => {
    const locks = createMemoryLocks()
    const storage = openStorage({})
    const tab = () => startWith(() => ({ storage, locks }))
    const [one, ben] = [tab(), world.start()]
    await signUp(world, one, '13800000011')
    await signUp(world, ben, '13800000012')
    expect(one.client.storage.get()).toEqual({ status: 'memory', fault: 'unavailable' })
    const id = await befriend(world, one, ben)
    const other = tab()
    await signIn(world, other, '13800000011')
    await world.until('both are connected', () =>
      [one, other].every(({ client }) => client.account.get()?.connection.get().status === 'connected'),
    )

    const screens = [one, other, ben].map((person) => accountOf(person).openTimeline(id, openTimelineHandle))
    for (const [person, text] of [
      [one, 'from one tab'],
      [other, 'from the other'],
      [ben, 'a response'],
    ] as const) {
      await world.finished(accountOf(person).dispatch({ type: 'SendText', conversationId: id, text }))
      await world.until(text, () =>
        screens.every((screen) => screen.view.get().messages.at(-1)?.body === text),
      )
    }
    for (const screen of screens)
      expect(screen.view.get().messages.map(({ body }) => body)).toEqual([
        'from one tab',
        'from the other',
        'a response',
      ])
  })
})

describe('a sign-in that is stored later', () => {
  it('is offered by a tab that started while the sign-in was only in the memory of another tab [XTAB-10]', async () => {
    // Given a sign-in that a full storage did not store, and a tab that finds no account
    const disk = createMemoryDisk()
    const bus = createBus()
    const locks = createMemoryLocks()
    const state = { isFull: true }
    const tab = () =>
      startWith(
        () => ({
          locks,
          channel: bus.open(),
          storage: disk.storage((operation) => {
            if (state.isFull && ['accounts.put', 'accounts.choose'].includes(operation))
              throw new StorageError('quota-exceeded')
          }),
        }),
        disk,
      )
    const one = tab()
    await signUp(world, one, '13800000015')
    const { authentication } = tab().client
    await world.until('it has looked', () => authentication.view.get().status === 'signed-out')
    expect(authentication.view.get().accounts).toEqual([])
    // When the storage stores it
    state.isFull = false
    await world.until('it is offered', () => authentication.view.get().accounts.length > 0)
    // Then that tab can continue with the account
    const { userId } = accountOf(one)
    expect(await world.finished(authentication.choose(userId))).toMatchObject({ isOk: true })
    expect(authentication.view.get()).toMatchObject({ status: 'signed-in', chosen: userId })
  })
})

describe('an account whose storage recovers', () => {
  it('is reopened with the messages written meanwhile and shares the log again', async () => {
    const disk = createMemoryDisk()
    const state = { isFailing: false }
    const locks = createMemoryLocks()
    const start = () =>
      startWith(
        () => ({
          locks,
          storage: disk.storage((operation) => {
            if (state.isFailing && !operation.startsWith('accounts.')) throw new StorageError('unknown')
          }),
        }),
        disk,
      )
    const [ann, ben] = [start(), world.start()]
    await signUp(world, ann, '13800000013')
    await signUp(world, ben, '13800000014')
    const id = await befriend(world, ann, ben)
    await world.finished(ann.client.dispose())

    state.isFailing = true
    const again = start()
    await world.until('it goes on in memory', () => again.client.storage.get().status === 'memory')
    await world.until('it knows Ben', () => again.client.account.get()?.conversations.get().length === 1)
    const first = again.client.account.get()
    again.environment.set({ isOnline: false })
    await world.finished(accountOf(again).dispatch({ type: 'SendText', conversationId: id, text: 'offline' }))
    state.isFailing = false
    await world.until('it is opened again', () => again.client.account.get() !== first)
    expect(again.client.storage.get()).toEqual({ status: 'durable' })
    again.environment.set({ isOnline: true })
    const seen = accountOf(ben).openTimeline(id, openTimelineHandle).view
    await world.until('Ben has it', () => seen.get().messages.length > 0)
    expect(seen.get().messages.map(({ body }) => body)).toEqual(['offline'])
    await world.until('it is stored', () => disk.toJson().includes('offline'))
  })
})
