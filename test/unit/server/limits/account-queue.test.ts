import { expect, it } from 'vitest'
import { AccountQueue, AddressTurns, accountCalls } from '#server/limits/account-queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function openTasks(queue: AccountQueue, accountId: number, count: number, cost = 10) {
  let started = 0
  const ends: (() => void)[] = []
  const results = Array.from({ length: count }, () =>
    queue.run(accountId, cost, () => {
      started += 1
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  return { results, ends, started: () => started }
}

it('runs a few calls of an account at a time, and calls of others immediately', async () => {
  const queue = new AccountQueue({})
  const busy = openTasks(queue, 1, 50)
  const other = openTasks(queue, 2, 1)
  await settled()
  expect([busy.started(), other.started()]).toEqual([2, 1])
  busy.ends.shift()?.()
  await settled()
  expect(busy.started()).toBe(3)
})

it('runs fewer calls of an account the more they cost, in the order of the calls', async () => {
  const queue = new AccountQueue({})
  const cheap = openTasks(queue, 1, 15, 1)
  const expensive = openTasks(queue, 1, 1, 20)
  const late = openTasks(queue, 1, 1, 1)
  await settled()
  expect([cheap.started(), expensive.started(), late.started()]).toEqual([15, 0, 0])
  for (const end of cheap.ends) end()
  await settled()
  expect([expensive.started(), late.started()]).toEqual([1, 0])
  expensive.ends[0]?.()
  await settled()
  expect(late.started()).toBe(1)
})

it('waits for a turn of the event loop before each call that had to wait', async () => {
  const turns: (() => void)[] = []
  const queue = new AccountQueue({ nextTurn: () => new Promise((resolve) => turns.push(resolve)) })
  const busy = openTasks(queue, 1, 3)
  await settled()
  busy.ends.shift()?.()
  await settled()
  expect([busy.started(), turns.length]).toEqual([2, 1])
  turns.shift()?.()
  await settled()
  expect(busy.started()).toBe(3)
})

it('makes room for the next call when one fails', async () => {
  const queue = new AccountQueue({})
  const failing = Array.from({ length: 9 }, () => queue.run(1, 20, () => Promise.reject(new Error('no'))))
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await queue.run(1, 20, async () => 'fine')).toBe('fine')
})

it('rejects calls beyond the queue’s limit, with the time to retry', async () => {
  const queue = new AccountQueue({})
  openTasks(queue, 1, 2 + accountCalls.waiting)
  const late = queue.run(1, 1, async () => 'late')
  await expect(late).rejects.toMatchObject({ code: 5, data: { RetryAfter: 1_000 } })
  expect(await queue.run(2, 1, async () => 'other')).toBe('other')
})

it('starts the calls of one address a turn of the event loop apart, and those of others immediately', async () => {
  const turns: (() => void)[] = []
  const queue = new AddressTurns({ nextTurn: () => new Promise((resolve) => turns.push(resolve)) })
  const started: string[] = []
  const start = (address: string) => void queue.wait(address).then(() => started.push(address))
  for (const address of ['one', 'one', 'one', 'other']) start(address)
  await settled()
  expect(started).toEqual(['one', 'other'])
  for (let turn = 0; turn < 3; turn++) {
    for (const end of turns.splice(0)) end()
    await settled()
  }
  expect(started).toEqual(['one', 'other', 'one', 'one'])
  start('one')
  await settled()
  expect(started).toHaveLength(5)
})
