import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createExpiryMachine } from '#machines/disappearing/expiry-machine.ts'
import type { ExpiryChange } from '#streams/log/message-expiry.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'

/** The machine with an expiry that the test controls. */
function start({ isLeading = true, isTrusted = true, isWaiting = true } = {}) {
  const clock = new SimulatedClock()
  const listeners = new Set<(change: ExpiryChange) => void>()
  const faults: string[] = []
  const said = { isLeading, isTrusted, isWaiting, isDue: false, isRejecting: false }
  const done = { hidden: 0, erased: 0, trusted: [] as boolean[] }
  const expiry = {
    hiddenMessages: () => new Set<never>(),
    hide: () => void done.hidden++,
    isWaiting: () => said.isWaiting,
    isDue: () => said.isDue,
    hasServerTime: () => said.isTrusted,
    async erase(hasServerTime: boolean) {
      if (said.isRejecting) throw new Error('quota exceeded')
      done.erased++
      done.trusted.push(hasServerTime)
      said.isDue = false
    },
    subscribe(listener: (change: ExpiryChange) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const actor = createActor(
    createExpiryMachine({
      log: { expiry, isLeading: () => said.isLeading },
      ports: { report: { fault: ({ kind }) => faults.push(kind) } },
    }),
    {
      clock,
    },
  ).start()
  const tell = (change: ExpiryChange) => {
    for (const listener of listeners) listener(change)
  }
  return { actor, clock, done, faults, said, tell }
}

describe('disappearing messages', () => {
  it('hides every 250 ms while a message has to disappear, and then stops [BURN-11 BURN-12]', async () => {
    const { actor, clock, done, said, tell } = start()
    expect(done.hidden).toBe(1)
    await clock.advance(249)
    expect(done.hidden).toBe(1)
    await clock.advance(1)
    expect(done.hidden).toBe(2)
    said.isWaiting = false
    await clock.advance(250)
    expect(actor.getSnapshot().value).toMatchObject({ schedule: 'idle' })
    await clock.advance(60_000)
    expect(done.hidden).toBe(3)
    said.isWaiting = true
    tell('waiting')
    await clock.advance(250)
    expect(done.hidden).toBe(4)
  })

  it('erases in the leader tab only, and immediately when this tab becomes the leader (DEC-109)', async () => {
    const { clock, done, said, tell } = start({ isLeading: false })
    said.isDue = true
    await clock.advance(1000)
    expect(done).toMatchObject({ erased: 0, hidden: 5 })
    said.isLeading = true
    tell('leadership')
    await settle()
    expect(done).toMatchObject({ erased: 1, hidden: 6 })
  })

  it('trusts the clock from the first server timestamp on (DEC-113)', async () => {
    const { actor, clock, done, said } = start({ isTrusted: false })
    said.isDue = true
    await clock.advance(250)
    expect(actor.getSnapshot().value).toMatchObject({ clock: 'untrusted' })
    expect(done.trusted).toEqual([false])
    said.isTrusted = true
    said.isDue = true
    await clock.advance(250)
    expect(actor.getSnapshot().value).toMatchObject({ clock: 'trusted' })
    expect(done.trusted).toEqual([false, true])
  })

  it('still hides while the storage rejects writes, and retries erasing after 5 s', async () => {
    const { actor, clock, done, faults, said } = start()
    said.isDue = true
    said.isRejecting = true
    await clock.advance(250)
    expect(actor.getSnapshot().value).toMatchObject({ erasure: 'storageRejected' })
    expect(faults).toEqual(['log.expiry'])
    said.isRejecting = false
    await clock.advance(4750)
    expect(done).toMatchObject({ erased: 0, hidden: 21 })
    await clock.advance(500)
    expect(done.erased).toBe(1)
    expect(actor.getSnapshot().value).toMatchObject({ erasure: 'ready' })
  })
})
