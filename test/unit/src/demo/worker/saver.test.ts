import { describe, expect, it } from 'vitest'
import { createSaver } from '#src/demo/worker/open-database.ts'
import { SimulatedClock, settle } from '#test/unit/machines/simulated-clock.ts'

/** A save that ends when the test says so, and the number of started ones. */
const setUp = () => {
  const clock = new SimulatedClock()
  const running: (() => void)[] = []
  let begun = 0
  const saver = createSaver(() => {
    begun += 1
    return new Promise<void>((resolve) => running.push(resolve))
  }, clock)
  const finish = async () => {
    running.shift()?.()
    await settle()
  }
  const notice = (promise: Promise<void>) => {
    const state = { isDone: false }
    void promise.then(() => {
      state.isDone = true
    })
    return state
  }
  return { clock, saver, finish, notice, begun: () => begun }
}

describe('saving the demo’s world', () => {
  it('saves only after a change', async () => {
    const { saver, begun } = setUp()
    await saver.saved()
    expect(begun()).toBe(0)
  })

  it('saves within 300 ms without a request, however often changes happen', async () => {
    const { clock, saver, begun } = setUp()
    saver.touch()
    await clock.advance(200)
    saver.touch()
    expect(begun()).toBe(0)
    await clock.advance(100)
    expect(begun()).toBe(1)
  })

  it('resolves a request only once a save that began after the change has ended', async () => {
    const { saver, finish, notice, begun } = setUp()
    saver.touch()
    const first = notice(saver.saved())
    await settle()
    saver.touch()
    const second = notice(saver.saved())
    const third = notice(saver.saved())
    await settle()
    expect(begun()).toBe(1)
    await finish()
    expect([first.isDone, second.isDone, third.isDone]).toEqual([true, false, false])
    expect(begun()).toBe(2)
    await finish()
    expect([second.isDone, third.isDone]).toEqual([true, true])
    expect(begun()).toBe(2)
  })

  it('waits for the running save if nothing changed since', async () => {
    const { saver, finish, notice } = setUp()
    saver.touch()
    void saver.saved()
    await settle()
    const late = notice(saver.saved())
    await settle()
    expect(late.isDone).toBe(false)
    await finish()
    expect(late.isDone).toBe(true)
  })
})
