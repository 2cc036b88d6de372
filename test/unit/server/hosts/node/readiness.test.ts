import { expect, it } from 'vitest'
import { Readiness } from '#server/hosts/node/readiness.ts'

const never = () => new Promise<never>(() => {})

/** A readiness on a database whose statements end as `execute` says, at a time that the test moves. */
function open(
  execute: () => Promise<unknown>,
  timeLimit: () => Promise<unknown> = never,
  check = async () => {},
) {
  const database = { statements: 0, now: 0 }
  const readiness = new Readiness(
    {
      // Only the outcome of the statement counts.
      execute: (() => {
        database.statements += 1
        return execute()
      }) as unknown as ConstructorParameters<typeof Readiness>[0]['execute'],
    },
    { check },
    () => database.now,
    timeLimit,
  )
  const ask = async () => {
    const response = await readiness.respond()
    return `${response.status} ${await response.text()}`
  }
  return { database, readiness, ask }
}

it('is ready while the database responds', async () => {
  expect(await open(async () => []).ask()).toBe('200 Ready')
})

it('is not ready if the database fails or does not respond in time, and ready once it responds', async () => {
  let execute: () => Promise<unknown> = () => Promise.reject(new Error('gone'))
  const { ask, database } = open(
    () => execute(),
    async () => {},
  )
  expect(await ask()).toBe('503 No database')
  execute = never
  database.now += 1_000
  expect(await ask()).toBe('503 No database')
  execute = async () => []
  database.now += 1_000
  expect(await ask()).toBe('200 Ready')
})

it('is ready without files and says so, because texts go on', async () => {
  let check: () => Promise<void> = () => Promise.reject(new Error('away'))
  const { ask, database } = open(
    async () => [],
    () => new Promise((resolve) => setImmediate(resolve)),
    () => check(),
  )
  expect(await ask()).toBe('200 Ready, without files')
  check = never
  database.now += 10_000
  expect(await ask()).toBe('200 Ready, without files')
  check = async () => {}
  database.now += 10_000
  expect(await ask()).toBe('200 Ready')
})

it('is not ready while the server stops, without asking the database', async () => {
  const { readiness, ask, database } = open(async () => [])
  readiness.drain()
  expect(await ask()).toBe('503 Stopping')
  expect(database.statements).toBe(0)
})

it('answers a check that waits for the database with the stop that began meanwhile', async () => {
  let respond = () => {}
  const { readiness, ask } = open(() => new Promise<void>((resolve) => (respond = resolve)))
  const asked = ask()
  readiness.drain()
  respond()
  expect(await asked).toBe('503 Stopping')
})

it('makes one statement a second, however many ask', async () => {
  const { ask, database } = open(async () => [])
  await Promise.all([ask(), ask(), ask()])
  database.now += 999
  await ask()
  expect(database.statements).toBe(1)
  database.now += 1
  await ask()
  expect(database.statements).toBe(2)
})
