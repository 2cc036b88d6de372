import { expect, it } from 'vitest'
import { KeyedLock } from '#server/keyed-lock.ts'

/** A promise and the way to settle it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

it('runs tasks of one key in order, also after a failed one, and does not block other keys', async () => {
  const lock = new KeyedLock()
  const done: string[] = []
  const first = gate()
  const one = lock.runExclusive('a', async () => {
    await first.opened
    done.push('first')
    throw new Error('first failed')
  })
  const two = lock.runExclusive('a', async () => done.push('second'))
  await lock.runExclusive('b', async () => done.push('other key'))
  first.open()
  await expect(one).rejects.toThrow('first failed')
  await two
  expect(done).toEqual(['other key', 'first', 'second'])
})

it('runs shared tasks together, and an exclusive task between earlier and later ones', async () => {
  const lock = new KeyedLock()
  const done: string[] = []
  const gates = [gate(), gate()]
  const shared = (name: string, at: number) =>
    lock.runShared('a', async () => {
      done.push(`${name} begins`)
      await gates[at]?.opened
      done.push(`${name} ends`)
      if (name === 'second') throw new Error('second failed')
    })
  const first = shared('first', 1)
  const second = shared('second', 0)
  const alone = lock.runExclusive('a', async () => done.push('alone'))
  const third = shared('third', 0)
  gates[0]?.open()
  await expect(second).rejects.toThrow('second failed')
  expect(done).toEqual(['first begins', 'second begins', 'second ends'])
  gates[1]?.open()
  await Promise.all([first, alone, third])
  expect(done.slice(3)).toEqual(['first ends', 'alone', 'third begins', 'third ends'])
})
