import { eq, type SQL, sql } from 'drizzle-orm'
import { bigint, pgTable } from 'drizzle-orm/pg-core'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Database } from '#server/store/database.ts'
import { account } from '#server/store/schema/index.ts'
import type { Locale } from '#src/app/locales.ts'
import { worldFile } from '../addresses.ts'
import type { ReportFault, WorkerStep } from '../protocol.ts'
import { momentOfDay } from '../world/place-in-time.ts'
import { type Engine, type OpenDatabase, openDatabase } from './open-database.ts'
import { type OwnServer, startServer } from './own-server.ts'

/** A world and the backend that runs on it. */
export interface World {
  readonly server: OwnServer
  /** Credentials of the owner of a fresh world; undefined for a stored one. */
  readonly owner: StoredAccount | undefined
  save: OpenDatabase['save']
  saved: OpenDatabase['saved']
}

export interface WorldOptions {
  readonly engine: Promise<Engine>
  readonly report: ReportFault
  onStep(step: WorkerStep): void
}

/** Opens the stored world. */
export async function openStoredWorld({ engine, report, onStep }: WorldOptions): Promise<World> {
  const opened = await openDatabase(await engine, undefined, report)
  onStep('engine')
  onStep('world')
  onStep('sign-in')
  return { ...opened, server: startServer(opened.database, report), owner: undefined }
}

/** Creates a fresh world in one language, shifted to the present, and signs in its owner. */
export async function openFreshWorld(locale: Locale, options: WorldOptions): Promise<World> {
  const { engine, report, onStep } = options
  const dump = loadDump(locale)
  // Awaited below, after the engine. A failure in between must not count as an unhandled rejection.
  dump.catch(() => undefined)
  const loaded = await engine
  onStep('engine')
  const opened = await openDatabase(loaded, await dump, report)
  const now = new Date()
  await shiftTimes(opened.database, now.getTime(), now.getTime() - new Date(now).setHours(0, 0, 0, 0))
  onStep('world')
  const server = startServer(opened.database, report)
  const owner = await server.signIn(await ownerPhone(opened))
  onStep('sign-in')
  return { ...opened, server, owner }
}

const loadDump = async (locale: Locale): Promise<Blob> => {
  const response = await fetch(`/${worldFile(locale)}`)
  if (!response.ok) throw new Error(`the prepared world was answered with ${response.status}`)
  return response.blob()
}

const ownerPhone = async ({ database }: OpenDatabase) => {
  const [owner] = await database
    .select({ telCode: account.telCode, phone: account.phone })
    .from(account)
    .innerJoin(demoWorld, eq(demoWorld.ownerId, account.id))
  if (!owner) throw new Error('The prepared world has no owner')
  return owner
}

/**
 * Shifts every time of the world, so that its present becomes `now` (ms since 1970), and its nights are nights here,
 * where it is `timeOfDay` (ms since midnight). Times are the columns whose names end in `_at`.
 */
export async function shiftTimes(database: Database, now: number, timeOfDay: number): Promise<void> {
  const [world] = await database.select().from(demoWorld)
  if (!world) throw new Error('The prepared world does not say when it was made')
  const { recent, factor, added } = fitToDay(timeOfDay)
  const shifted = (column: SQL): SQL => {
    const age = sql`(${world.madeAt}::bigint - ${column})`
    return sql`${now}::bigint - case when ${age} <= ${recent}::bigint
      then round(${age} * ${factor}::float8)::bigint else ${age} + ${added}::bigint end`
  }
  for (const [table, columns] of await timeColumns(database)) {
    const changes = columns.map((column) => {
      const name = sql`${sql.identifier(column)}`
      return sql`${name} = ${shifted(name)}`
    })
    await database.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`)
  }
}

/** Returns the time columns of each table. */
async function timeColumns(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database
    .select({ table: sql<string>`table_name`, column: sql<string>`column_name` })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public' and data_type = 'bigint' and column_name like '%\\_at'`)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

const hour = 60 * 60_000
const day = 24 * hour
/** The hour at which the world's people get up. */
const morning = 7 * hour
/** The minimum length of a morning. Before it, the world ends in the evening of the day before. */
const shortestMorning = 1.5 * hour

/** How the ages of the world's times change, so that its nights match the local nights. */
interface DayFit {
  /** Ages up to this, ms, are multiplied by `factor`, so that the world's last day becomes shorter or longer. */
  readonly recent: number
  readonly factor: number
  /** Greater ages grow by this many ms; it may be negative. */
  readonly added: number
}

/**
 * Fits the world to the local time of day. Ages keep their order.
 * @param timeOfDay ms since local midnight
 */
export function fitToDay(timeOfDay: number): DayFit {
  const isTooEarly = timeOfDay < morning + shortestMorning
  const added = timeOfDay + (isTooEarly ? day : 0) - momentOfDay
  const recent = momentOfDay - morning
  return { recent, added, factor: (recent + added) / recent }
}

/** The row that names the owner and the present of a prepared world, in addition to the server's tables. */
export const demoWorld = pgTable('demo_world', {
  ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
  madeAt: bigint('made_at', { mode: 'number' }).notNull(),
})
