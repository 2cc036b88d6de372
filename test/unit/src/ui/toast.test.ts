import { describe, expect, it } from 'vitest'
import { answerableToastDuration, createToastQueue, toastDuration } from '#src/ui/toast.tsx'

/** Timers that the test runs. */
const handTimers = () => {
  let now = 0
  let nextHandle = 1
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>()
  return {
    timers: {
      setTimeout: (callback: () => void, delay: number) => {
        waiting.set(nextHandle, { at: now + delay, callback })
        return nextHandle++
      },
      clearTimeout: (handle: unknown) => void waiting.delete(Number(handle)),
    },
    advance: (milliseconds: number) => {
      now += milliseconds
      for (const [handle, { at, callback }] of [...waiting])
        if (at <= now && waiting.delete(handle)) callback()
    },
  }
}
const start = () => {
  const { timers, advance } = handTimers()
  const queue = createToastQueue(timers)
  return { queue, advance, texts: () => queue.get().map(({ text }) => text) }
}

describe('toasts', () => {
  it('that stay end together when the code of one was used (DEC-116)', () => {
    const { queue, texts } = start()
    queue.show({ kind: 'success', text: 'code 123456', isSticky: true })
    queue.show({ kind: 'info', text: 'other' })
    queue.dismissSticky()
    expect(texts()).toEqual(['other'])
  })
  it('with an action stay long enough to use it and are never merged', () => {
    const { queue, advance, texts } = start()
    const action = { label: 'Undo', onPress: () => {} }
    queue.show({ kind: 'info', text: 'a', action })
    queue.show({ kind: 'info', text: 'a', action })
    expect(texts()).toEqual(['a', 'a'])
    advance(answerableToastDuration - 1)
    expect(texts()).toEqual(['a', 'a'])
    advance(1)
    expect(texts()).toEqual([])
  })

  it('leave after 1.8 s [BOOT-32]', () => {
    const { queue, advance, texts } = start()
    expect(toastDuration).toBe(1800)
    queue.show({ kind: 'info', text: 'a' })
    advance(1799)
    expect(texts()).toEqual(['a'])
    advance(1)
    expect(texts()).toEqual([])
  })

  it('stay when sticky, until dismissed', () => {
    const { queue, advance, texts } = start()
    queue.show({ kind: 'info', text: 'code', isSticky: true })
    advance(60_000)
    expect(texts()).toEqual(['code'])
    queue.dismiss(queue.get()[0]?.id ?? 0)
    expect(texts()).toEqual([])
  })

  it('pause while hovered and then restart their whole time', () => {
    const { queue, advance, texts } = start()
    queue.show({ kind: 'info', text: 'a' })
    advance(1700)
    queue.pause()
    queue.show({ kind: 'info', text: 'b' })
    advance(60_000)
    expect(texts()).toEqual(['a', 'b'])
    queue.resume()
    advance(1799)
    expect(texts()).toEqual(['a', 'b'])
    advance(1)
    expect(texts()).toEqual([])
  })

  it('leave in time after the button of a focused one was pressed', () => {
    const { queue, advance, texts } = start()
    queue.show({ kind: 'info', text: 'a', action: { label: 'Undo', onPress: () => undefined } })
    queue.show({ kind: 'info', text: 'b' })
    queue.pause()
    queue.dismiss(queue.get()[0]?.id ?? 0)
    expect(texts()).toEqual(['b'])
    advance(1800)
    expect(texts()).toEqual([])
    queue.show({ kind: 'info', text: 'c' })
    advance(1800)
    expect(texts()).toEqual([])
  })

  it('of the same kind and text are not stacked but stay longer', () => {
    const { queue, advance, texts } = start()
    queue.show({ kind: 'error', text: 'a' })
    advance(1000)
    queue.show({ kind: 'error', text: 'a' })
    queue.show({ kind: 'info', text: 'a' })
    expect(texts()).toEqual(['a', 'a'])
    advance(1000)
    expect(queue.get().map(({ kind }) => kind)).toEqual(['error', 'info'])
    advance(800)
    expect(texts()).toEqual([])
  })

  it('are at most four: the oldest one leaves, a sticky one never', () => {
    const { queue, texts } = start()
    queue.show({ kind: 'info', text: 'code', isSticky: true })
    for (const text of ['1', '2', '3', '4']) queue.show({ kind: 'info', text })
    expect(texts()).toEqual(['code', '2', '3', '4'])
  })

  it('notify listeners of changes only', () => {
    const { queue } = start()
    let told = 0
    queue.subscribe(() => {
      told += 1
    })
    queue.show({ kind: 'info', text: 'a' })
    queue.dismiss(999)
    expect(queue.get()).toBe(queue.get())
    expect(told).toBe(1)
  })
})
