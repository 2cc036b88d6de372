import { expect, it } from 'vitest'
import { PendingWork } from '#server/services.ts'

/** A promise and the way to settle it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

it('pending work is idle only after the work that it started has settled', async () => {
  const pendingWork = new PendingWork()
  const [first, second] = [gate(), gate()]
  const done: string[] = []
  const inner = async () => {
    await second.opened
    done.push('inner')
  }
  const outer = pendingWork.track(
    first.opened.then(() => {
      pendingWork.track(inner())
      done.push('outer')
      second.open()
      throw new Error('outer failed')
    }),
  )
  const idle = pendingWork.idle().then(() => done.push('idle'))
  first.open()
  await expect(outer).rejects.toThrow('outer failed')
  await idle
  expect(done).toEqual(['outer', 'inner', 'idle'])
})
