import { describe, expect, it } from 'vitest'
import { createBrowserLocks } from '#src/app/ports/cross-tab.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const never = new AbortController().signal

describe('locks within one tab', () => {
  it('let one holder in at a time, in the order of asking', async () => {
    const locks = createBrowserLocks(undefined)
    const order: string[] = []
    const first = createDeferred<void>()
    const one = locks.hold('a', never, async () => {
      order.push('one in')
      await first.promise
      order.push('one out')
    })
    const two = locks.hold('a', never, async () => order.push('two in'))
    const other = locks.hold('b', never, async () => order.push('other'))
    await other
    first.resolve()
    await Promise.all([one, two])
    expect(order).toEqual(['one in', 'other', 'one out', 'two in'])
  })

  it('end an aborted wait, without letting others overtake the holder', async () => {
    const locks = createBrowserLocks(undefined)
    const held = createDeferred<void>()
    const order: string[] = []
    const one = locks.hold('a', never, async () => {
      await held.promise
      order.push('one')
    })
    const impatient = new AbortController()
    const two = locks.hold('a', impatient.signal, async () => order.push('two'))
    const three = locks.hold('a', never, async () => order.push('three'))
    impatient.abort(new Error('enough'))
    await expect(two).rejects.toThrow('enough')
    held.resolve()
    await Promise.all([one, three])
    expect(order).toEqual(['one', 'three'])
  })

  it('pass on after a holder that fails', async () => {
    const locks = createBrowserLocks(undefined)
    const failing = locks.hold('a', never, () => Promise.reject(new Error('broke')))
    const next = locks.hold('a', never, async () => 'fine')
    await expect(failing).rejects.toThrow('broke')
    await expect(next).resolves.toBe('fine')
  })
})

describe('shared locks', () => {
  it('notify the holder when its lock is stolen', async () => {
    const theft = createDeferred<never>()
    const lost = createDeferred<void>()
    const manager = {
      request: (_: string, __: unknown, callback: () => Promise<unknown>) => {
        void callback()
        return theft.promise
      },
    }
    // The fake has the one method that the port calls.
    const locks = createBrowserLocks(manager as unknown as LockManager)
    const holding = locks.hold('a', never, (signal) => {
      signal.addEventListener('abort', () => lost.resolve())
      return new Promise<void>(() => undefined)
    })
    theft.reject(new DOMException('stolen', 'AbortError'))
    await expect(holding).rejects.toThrow('stolen')
    await lost.promise
  })
})
