import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { message } from '#server/store/schema/index.ts'
import { demoWorld, fitToDay, shiftTimes } from '#src/demo/worker/world.ts'
import { fillWorld } from '#src/demo/world/fill-world.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

const hour = 60 * 60_000
const day = 24 * hour

it.each([0, 3, 7, 8.4, 8.5, 9, 12, 15, 18, 21, 23.9])('keeps ages in their order at %s o’clock', (clock) => {
  const { recent, factor, added } = fitToDay(clock * hour)
  const fitted = (age: number) => (age <= recent ? age * factor : age + added)
  expect(factor).toBeGreaterThan(0.15)
  expect(factor).toBeLessThan(3.5)
  expect(fitted(recent)).toBeCloseTo(recent + added)
  // The last day of the world starts at seven in the morning.
  const morning = (((clock * hour - fitted(recent)) % day) + day) % day
  expect(morning).toBeCloseTo(7 * hour)
})

it('the world sends no messages at night in any time zone, and changes no order', async () => {
  const { database, close } = await openMigratedDatabase()
  await database.execute(sql`create table demo_world (owner_id bigint not null, made_at bigint not null)`)
  await database.insert(demoWorld).values(await fillWorld(database, 'en-US'))
  const midnight = Date.UTC(2026, 6, 1)
  const now = midnight + 9 * hour
  await shiftTimes(database, now, 9 * hour)
  const rows = await database.select().from(message).orderBy(message.id)
  const times = rows.map(({ sentAt }) => sentAt)
  expect(times.every((time, index) => time >= (times[index - 1] ?? 0) && time <= now)).toBe(true)
  expect(now - (times.at(-1) ?? 0)).toBeLessThan(3 * 60_000)
  const isAsleep = (time: number) => {
    const ofDay = (((time - midnight) % day) + day) % day
    return ofDay > 1.5 * hour && ofDay < 6 * hour
  }
  expect(times.filter(isAsleep).length / times.length).toBeLessThan(0.03)
  expect(rows.every(({ sentAt, readAt }) => readAt === null || (readAt >= sentAt && readAt <= now))).toBe(
    true,
  )
  await close()
}, 30_000)
