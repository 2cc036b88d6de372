import { describe, expect, it } from 'vitest'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'

const patient = new AbortController().signal
const forEver = () => new Promise<void>(() => {})
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('in-memory locks', () => {
  it('have one holder at a time, in the order of the requests', async () => {
    const locks = createMemoryLocks()
    const order: string[] = []
    const turn = (name: string) => locks.hold('a', patient, async () => void order.push(name))
    await Promise.all([turn('one'), turn('two'), turn('three')])
    expect(order).toEqual(['one', 'two', 'three'])
  })

  it('go to the stealing tab before the waiting ones', async () => {
    const locks = createMemoryLocks()
    const order: string[] = []
    const stolenFrom = locks.hold('a', patient, async (lost) => {
      lost.addEventListener('abort', () => order.push('lost'))
      await forEver()
    })
    const waiting = locks.hold('a', patient, async () => void order.push('waiting'))
    await settle()
    const thief = locks.steal('a', patient, async () => void order.push('thief'))
    await expect(stolenFrom).rejects.toThrow('stolen')
    await Promise.all([thief, waiting])
    expect(order).toEqual(['lost', 'thief', 'waiting'])
  })

  it('are released by a holder that fails, and skip an aborted request', async () => {
    const locks = createMemoryLocks()
    const impatience = new AbortController()
    const failing = locks.hold('a', patient, () => Promise.reject(new Error('broke')))
    const impatient = locks.hold('a', impatience.signal, async () => 'never')
    const next = locks.hold('a', patient, async () => 'fine')
    impatience.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    await expect(failing).rejects.toThrow('broke')
    expect(await next).toBe('fine')
  })

  it('cannot be stolen by an aborted request', async () => {
    const locks = createMemoryLocks()
    await expect(locks.steal('a', AbortSignal.abort(new Error('too late')), forEver)).rejects.toThrow(
      'too late',
    )
  })
})
