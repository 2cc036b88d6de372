import { describe, expect, it } from 'vitest'
import type { ChannelPort } from '#streams/ports.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

/** A page's channel: while the page is frozen, it receives nothing, and its own messages wait. */
function freezable(channel: ChannelPort) {
  const held: (() => void)[] = []
  let isFrozen = false
  return {
    channel: {
      post: channel.post,
      subscribe: (listener: (message: unknown) => void) =>
        channel.subscribe((message) => {
          if (isFrozen) held.push(() => listener(message))
          else listener(message)
        }),
    },
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
      for (const deliver of held.splice(0)) deliver()
    },
  }
}

async function openTwo() {
  const [locks, bus] = [createLocks(), createBus()]
  const page = freezable(bus.open())
  const postedTypes: string[] = []
  bus.open().subscribe((message) => {
    if (typeof message === 'object' && message !== null && 'type' in message)
      postedTypes.push(String(message.type))
  })
  const first = await openTab(locks, page.channel)
  const second = await openTab(locks, bus.open())
  return { first, page, postedTypes, second }
}

describe('a leader whose page is frozen', () => {
  it('loses its leadership to a visible tab within 2 s, and follows after it wakes (DEC-110)', async () => {
    const { first, page, second } = await openTwo()
    await first.logIn()
    page.freeze()
    await second.clock.advance(2000)
    expect(second.isLeading()).toBe(true)
    expect(second.socket.connections).toHaveLength(1)
    page.thaw()
    await settle()
    expect([first.isLeading(), second.isLeading()]).toEqual([false, true])
    expect(first.socket.last().isClosedByClient).toBe(true)
    expect([...first.faults, ...second.faults]).toEqual([])
  })

  it('leads again when the other tab closes', async () => {
    const { first, page, second } = await openTwo()
    page.freeze()
    await second.clock.advance(2000)
    page.thaw()
    second.actor.stop()
    await settle()
    expect(first.isLeading()).toBe(true)
  })

  it('keeps its leadership while no tab is visible', async () => {
    const { first, page, postedTypes, second } = await openTwo()
    second.environment.set({ isVisible: false })
    page.freeze()
    const before = postedTypes.length
    await second.clock.advance(10_000)
    expect(first.isLeading()).toBe(true)
    expect(postedTypes).toHaveLength(before)
    second.environment.set({ isVisible: true })
    await second.clock.advance(2000)
    expect([first.isLeading(), second.isLeading()]).toEqual([false, true])
  })
})

describe('a responsive leader', () => {
  it('stays, however long the follower looks on', async () => {
    const { first, second } = await openTwo()
    await second.clock.advance(60_000)
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
  })

  it('keeps its leadership after the device slept', async () => {
    const { first, second } = await openTwo()
    await second.clock.sleepFor(3_600_000)
    await second.clock.advance(1000)
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
  })
})
