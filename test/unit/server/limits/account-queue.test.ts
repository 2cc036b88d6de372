import { expect, it } from 'vitest'
import { AccountQueue, accountCalls } from '#server/limits/account-queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function openTasks(queue: AccountQueue, accountId: number, count: number) {
  let started = 0
  const ends: (() => void)[] = []
  const results = Array.from({ length: count }, () =>
    queue.run(accountId, () => {
      started += 1
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  return { results, ends, started: () => started }
}

it('runs a few calls of an account at a time, and those of others immediately', async () => {
  const queue = new AccountQueue({})
  const busy = openTasks(queue, 1, 50)
  const other = openTasks(queue, 2, 1)
  expect([busy.started(), other.started()]).toEqual([accountCalls.running, 1])
  busy.ends.shift()?.()
  await settled()
  expect(busy.started()).toBe(accountCalls.running + 1)
})

it('waits for a turn of the event loop before each call that had to wait', async () => {
  const turns: (() => void)[] = []
  const queue = new AccountQueue({ nextTurn: () => new Promise((resolve) => turns.push(resolve)) })
  const busy = openTasks(queue, 1, accountCalls.running + 1)
  busy.ends.shift()?.()
  await settled()
  expect([busy.started(), turns.length]).toEqual([accountCalls.running, 1])
  turns.shift()?.()
  await settled()
  expect(busy.started()).toBe(accountCalls.running + 1)
})

it('passes the place on when a call fails', async () => {
  const queue = new AccountQueue({})
  const failing = Array.from({ length: 9 }, () => queue.run(1, () => Promise.reject(new Error('no'))))
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await queue.run(1, async () => 'fine')).toBe('fine')
})

it('refuses calls of an account beyond those that may wait, and says when to try again', async () => {
  const queue = new AccountQueue({})
  openTasks(queue, 1, accountCalls.running + accountCalls.waiting)
  await expect(queue.run(1, async () => 'late')).rejects.toMatchObject({ code: 5, data: { RetryAfter: 1_000 } })
  expect(await queue.run(2, async () => 'other')).toBe('other')
})
