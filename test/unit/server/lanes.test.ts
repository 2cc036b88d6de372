import { expect, it } from 'vitest'
import { Lanes } from '#server/lanes.ts'
import { Activity } from '#server/services.ts'

/** A promise and the way to settle it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

it('runs tasks of one key in order, a failed one as well, and other keys beside them', async () => {
  const lanes = new Lanes()
  const done: string[] = []
  const first = gate()
  const one = lanes.run('a', async () => {
    await first.opened
    done.push('first')
    throw new Error('first failed')
  })
  const two = lanes.run('a', async () => done.push('second'))
  await lanes.run('b', async () => done.push('beside'))
  first.open()
  await expect(one).rejects.toThrow('first failed')
  await two
  expect(done).toEqual(['beside', 'first', 'second'])
})

it('runs neighbours that may run beside each other so, and anything else after them and before the next of them', async () => {
  const lanes = new Lanes()
  const done: string[] = []
  const gates = [gate(), gate()]
  const beside = (name: string, at: number) =>
    lanes.runBeside('a', async () => {
      done.push(`${name} begins`)
      await gates[at]?.opened
      done.push(`${name} ends`)
      if (name === 'second') throw new Error('second failed')
    })
  const first = beside('first', 1)
  const second = beside('second', 0)
  const alone = lanes.run('a', async () => done.push('alone'))
  const third = beside('third', 0)
  gates[0]?.open()
  await expect(second).rejects.toThrow('second failed')
  expect(done).toEqual(['first begins', 'second begins', 'second ends'])
  gates[1]?.open()
  await Promise.all([first, alone, third])
  expect(done.slice(3)).toEqual(['first ends', 'alone', 'third begins', 'third ends'])
})

it('waits for work that work has started', async () => {
  const activity = new Activity()
  const [first, second] = [gate(), gate()]
  const done: string[] = []
  const inner = async () => {
    await second.opened
    done.push('inner')
  }
  const outer = activity.track(
    first.opened.then(() => {
      activity.track(inner())
      done.push('outer')
      second.open()
      throw new Error('outer failed')
    }),
  )
  const idle = activity.idle().then(() => done.push('idle'))
  first.open()
  await expect(outer).rejects.toThrow('outer failed')
  await idle
  expect(done).toEqual(['outer', 'inner', 'idle'])
})
