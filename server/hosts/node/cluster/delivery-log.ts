import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Delivery, ErasedMessage, FaultReporter } from '../../../ports.ts'
import type { Database } from '../../../store/database.ts'
import { preparedQuery } from '../../../store/prepared-query.ts'
import { databaseTime, delivery } from '../../../store/schema/index.ts'
import type { ClusterClock } from './cluster-clock.ts'
import type { Notices } from './notices.ts'

/** How long a node may miss reads until its clients have to synchronise again, and how long entries are stored, ms. */
const mostMissed = 60_000
const storedFor = 2 * mostMissed
/** The maximum number of entries of one read. */
const readSize = 1_000
/** Time between reads while the node gets notices and while it does not, ms. */
const pollEvery = { connected: 1_000, alone: 100 }
/** The wait after a failed read or write, ms. */
const retryEvery = 250
/** How long a missing id is looked for at least, ms. */
const gapFor = 1_000

/** An id that was not visible although a later one was: its transaction runs, or was rolled back. */
interface Gap {
  /** All transactions that may own it began before this one. */
  readonly before: number
  readonly noticedAt: number
}

export interface DeliveryLogOptions {
  readonly database: Database
  readonly notices: Notices
  readonly clock: ClusterClock
  readonly faults: FaultReporter
  receive(delivery: Delivery): void
  /** Deliveries were missed. */
  missed(): void
}

/**
 * The log through which the nodes of a cluster send to each other's connections, and to their own. PostgreSQL holds
 * it; a notice only says that there is something new, so that a lost one delays a delivery until the next poll.
 *
 * Ids are given before the commit, so that a lower id may become visible later. A reader remembers the ids it has not
 * seen and looks for them until no transaction can own them. Entries of one conversation are written under its lock, so
 * that they become visible in the order of their ids.
 */
export class DeliveryLog {
  readonly #options: DeliveryLogOptions
  readonly #gaps = new Map<number, Gap>()
  #position = 0
  #readAt = Number.NEGATIVE_INFINITY
  #waiting: Delivery[] = []
  #writing: Promise<void> | undefined
  #reading: Promise<void> | undefined
  /** Called after the next read that finds nothing more. */
  #whenRead: (() => void)[] = []
  #isWoken = false
  #wake = () => {}
  #isClosed = false

  constructor(options: DeliveryLogOptions) {
    this.#options = options
  }

  /** Begins to read. */
  start(): void {
    this.#options.notices.subscribe({
      news: () => this.#wakeReader(),
      // Written by `pass` of another node, in this version or the one before it.
      passed: (text) => this.#options.receive(JSON.parse(text) as Delivery),
    })
    this.#reading = this.#readAll()
  }

  /** Writes deliveries as part of a transaction. The result announces them. */
  async stage(transaction: Database, deliveries: readonly Delivery[]): Promise<() => void> {
    if (deliveries.length === 0) return () => {}
    await write(transaction, deliveries)
    return () => this.#announce()
  }

  /** Writes a delivery after those before it, as soon as the database accepts it. */
  send(one: Delivery): void {
    this.#waiting.push(one)
    this.#writing ??= this.#writeAll()
  }

  /**
   * Erases the texts of messages from the entries as part of a transaction: removes their frames, and the quote of frames
   * that quote them. An edited message keeps its frame, with the new text. Reads the entries of two minutes.
   */
  async eraseTexts(transaction: Database, messages: readonly ErasedMessage[]): Promise<void> {
    const byId = new Map(messages.map((one) => [one.id, one]))
    const starts = new Set(messages.map(({ conversationId }) => `{"conversation":${conversationId}`))
    const rows = await transaction
      .select({ id: delivery.id, entry: delivery.entry })
      .from(delivery)
      .where(sql`split_part(${delivery.entry}, ',', 1) = any(${sql.param([...starts])}::text[])`)
      // The sweep and an edit may change entries of one conversation at the same time.
      .orderBy(delivery.id)
      .for('update')
    for (const { id, entry } of rows) {
      const rest = eraseIn(JSON.parse(entry), byId)
      const isEntry = eq(delivery.id, id)
      if (rest === undefined) await transaction.delete(delivery).where(isEntry)
      else if (rest !== entry) await transaction.update(delivery).set({ entry: rest }).where(isEntry)
    }
  }

  /** Resolves when everything that was sent and committed before the call has been delivered on this node. */
  async caughtUp(): Promise<void> {
    await this.#writing
    await new Promise<void>((resolve) => {
      this.#whenRead.push(resolve)
      this.#wakeReader()
    })
  }

  async removeOld(): Promise<void> {
    const { database } = this.#options
    // An erasure locks entries in the order of their ids. A removal in another order could wait for one that waits for it.
    const free = database
      .select({ id: delivery.id })
      .from(delivery)
      .where(lt(delivery.recordedAt, sql`${databaseTime} - ${storedFor}`))
      .for('update', { skipLocked: true })
    await database.delete(delivery).where(inArray(delivery.id, free))
  }

  /** Writes the waiting deliveries, and stops reading. */
  async close(): Promise<void> {
    await this.#writing
    this.#isClosed = true
    this.#wakeReader()
    await this.#reading
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const batch = this.#waiting.slice(0, readSize)
      try {
        await write(this.#options.database, batch)
        this.#waiting = this.#waiting.slice(batch.length)
        this.#announce()
      } catch (cause) {
        this.#report('a delivery waits for the database', cause)
        await this.#pause()
      }
    }
    this.#writing = undefined
  }

  #announce(): void {
    this.#options.notices.publish()
    this.#wakeReader()
  }

  #wakeReader(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #readAll(): Promise<void> {
    while (!this.#isClosed) {
      this.#isWoken = false
      const waiting = this.#whenRead.length
      try {
        if (await this.#read()) continue
        for (const resolve of this.#whenRead.splice(0, waiting)) resolve()
        const { isConnected } = this.#options.notices
        await this.#sleep(isConnected && this.#gaps.size === 0 ? pollEvery.connected : pollEvery.alone)
      } catch (cause) {
        this.#report('deliveries cannot be read', cause)
        await this.#pause()
      }
    }
  }

  #sleep(duration: number): Promise<void> {
    if (this.#isWoken || this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(duration, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(retryEvery, resolve))
  }

  /** Reads and delivers what is new. Returns whether there may be more. */
  async #read(): Promise<boolean> {
    const startedAt = this.#options.clock.monotonic()
    if (startedAt - this.#readAt > mostMissed) await this.#begin()
    const gaps = [...this.#gaps.keys()]
    const rows = await entriesAfter(this.#options.database).execute({ position: this.#position, gaps })
    this.#readAt = startedAt
    const [first] = rows
    if (!first) throw new Error('A read of deliveries has at least one row')
    const found = rows.flatMap(({ id, entry }) => (id === null || entry === null ? [] : [{ id, entry }]))
    for (const { id, entry } of found) this.#take(id, entry, { before: first.next, noticedAt: startedAt })
    for (const [id, { before, noticedAt }] of this.#gaps)
      if (before <= first.oldest && startedAt - noticedAt > gapFor) this.#gaps.delete(id)
    return found.length === readSize
  }

  #take(id: number, entry: string, gap: Gap): void {
    for (let missing = this.#position + 1; missing < id; missing += 1) this.#gaps.set(missing, gap)
    this.#gaps.delete(id)
    this.#position = Math.max(this.#position, id)
    // Written by `write`, in this version or the one before it.
    this.#options.receive(JSON.parse(entry) as Delivery)
  }

  /**
   * Continues with the newest entries, and reads some before them, whose neighbours may still be uncommitted. If all
   * entries were removed, their sequence has the last id.
   */
  async #begin(): Promise<void> {
    const lastId = sql`pg_sequence_last_value(pg_get_serial_sequence('delivery', 'id')::regclass)`
    const [newest] = await this.#options.database
      .select({ id: sql`coalesce(max(${delivery.id}), ${lastId}, 0)`.mapWith(Number) })
      .from(delivery)
    const isFirst = this.#readAt === Number.NEGATIVE_INFINITY
    this.#position = Math.max(0, (newest?.id ?? 0) - readSize)
    this.#gaps.clear()
    // Afterwards, so that clients that are back get everything from here on.
    if (!isFirst) this.#options.missed()
  }

  #report(detail: string, cause: unknown): void {
    if (!this.#isClosed) this.#options.faults.report({ kind: 'cluster', detail, cause })
  }
}

const write = (database: Database, deliveries: readonly Delivery[]) =>
  addEntries(database).execute({ entries: deliveries.map((one) => JSON.stringify(one)) })

const addEntries = preparedQuery((database) => {
  const added = database
    .$with('added', {})
    .as(sql`insert into ${delivery} (entry) select unnest(${sql.placeholder('entries')}::text[])`)
  return database.with(added).select({ done: sql`1` }).from(sql`(select 1) as done`).prepare('add_deliveries')
})

/**
 * Reads the entries after a position and those of gaps. One statement, so that the rows and the running transactions are
 * those of one moment. Two reads of the index, because one with "or" would read all entries since the first. Without a
 * name, so that each read is planned for the present size of the table, which is empty at quiet times.
 */
const entriesAfter = preparedQuery((database) =>
  database
    .select({
      id: sql<number | null>`found.id`,
      entry: sql<string | null>`found.entry`,
      /** The oldest running transaction, and the next one to begin. */
      oldest: sql<number>`pg_snapshot_xmin(now.moment)::text::bigint`,
      next: sql<number>`pg_snapshot_xmax(now.moment)::text::bigint`,
    })
    .from(sql`(select pg_current_snapshot() as moment) as now left join lateral (
      select id, entry from ${delivery} where id = any(${sql.placeholder('gaps')}::bigint[])
      union all
      (select id, entry from ${delivery} where id > ${sql.placeholder('position')} order by id limit ${sql.raw(String(readSize))})
      order by id) as found on true`)
    .prepare(''),
)

/** Returns an entry without the texts of these messages; undefined if nothing is left. */
function eraseIn(one: Delivery, erased: ReadonlyMap<number, ErasedMessage>): string | undefined {
  const entry = JSON.stringify(one)
  if (one.kind !== 'frame') return entry
  // Written by the connection registry, in this version or the one before it.
  const frame = JSON.parse(one.text) as ServerFrameInput
  if (frame.Cmd === 'MessageEdited') return erased.has(frame.ChatID) ? undefined : entry
  if (frame.Cmd === 'MessageReacted') return isGone(erased.get(frame.ChatID)) ? undefined : entry
  if (frame.Cmd !== 'Chat' && frame.Cmd !== 'GroupChat') return entry
  const shown = frame.Cmd === 'Chat' ? frame.chat : frame.groupchat
  const own = erased.get(shown.ID)
  if (isGone(own)) return undefined
  const quoted = erased.get(shown.QuoteChatID ?? shown.QuoteGroupChatID ?? 0)
  if (!own && !quoted) return entry
  const rest = {
    ...shown,
    ...(own ? { Message: own.newText } : {}),
    ...(quoted ? { Quote: eraseInQuote(shown.Quote, quoted) } : {}),
  }
  const place = frame.Cmd === 'Chat' ? 'chat' : 'groupchat'
  return JSON.stringify({ ...one, text: JSON.stringify({ ...frame, [place]: rest }) })
}

const eraseInQuote = (quote: unknown, quoted: ErasedMessage): unknown =>
  isGone(quoted) || typeof quote !== 'object' || quote === null ? null : { ...quote, Message: quoted.newText }

const isGone = (message: ErasedMessage | undefined): boolean =>
  message !== undefined && message.newText === undefined
