import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type {
  Cluster,
  ClusterMember,
  FaultReporter,
  LimitChange,
  LimitState,
  LimitStore,
} from '../../../ports.ts'
import type { Database } from '../../../store/database.ts'
import { preparedQuery } from '../../../store/prepared-query.ts'
import { conversation, limitState, sharedSecret } from '../../../store/schema/index.ts'
import { type ClusterClock, machineClock } from './cluster-clock.ts'
import { DeliveryLog } from './delivery-log.ts'
import { NodeRecords } from './node-records.ts'
import type { Notices } from './notices.ts'

/** The interval of the heartbeats of a node, ms. */
const renewEvery = 2_000
/** Connection ids of one node; more than it can have. */
const idsOfNode = 2 ** 31
/** An arbitrary number that is the same on all nodes. */
const sweepLock = 4_310_002

export interface OpenCluster {
  readonly cluster: Cluster
  readonly limitStore: LimitStore
  /** Returns the secret of this name; the first node that asks for it decides. */
  secret(name: string, create: () => string): Promise<string>
  /** Resolves when everything that was sent before the call has been delivered on this node. */
  caughtUp(): Promise<void>
  /** To be called after the server was closed. */
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly database: Database
  readonly runOnce: RunOnce
  readonly notices: Notices
  readonly faults: FaultReporter
  /** The machine's by default. */
  readonly clock?: ClusterClock
}

/** Runs a task, or nothing while any node of the same database runs one. */
export type RunOnce = (task: () => Promise<void>) => Promise<void>

/** Joins the nodes that share a database. */
export async function openCluster(options: ClusterOptions): Promise<OpenCluster> {
  const { database, notices, faults, clock = machineClock } = options
  const records = await NodeRecords.open(database, clock)
  let member: ClusterMember | undefined
  const log = new DeliveryLog({
    ...{ database, notices, clock, faults },
    receive: (delivery) => member?.deliver(delivery),
    missed: () => member?.reset(),
  })
  const renew = async () => {
    try {
      if (!(await records.renew())) member?.reset()
    } catch (cause) {
      faults.report({ kind: 'cluster', detail: 'this node missed its heartbeat', cause })
    }
  }
  const stopRenewing = clock.every(renewEvery, () => void renew())
  const cluster: Cluster = {
    firstConnectionId: records.nodeId * idsOfNode,
    join(joining) {
      member = joining
      log.start()
    },
    send: (delivery) => log.send(delivery),
    pass: (delivery) => notices.pass(JSON.stringify(delivery)),
    stage: (transaction, deliveries) => log.stage(transaction, deliveries),
    eraseTexts: (transaction, messages) => log.eraseTexts(transaction, messages),
    opened: (transaction, connection) => records.opened(transaction, connection),
    closed: (transaction, connection) => records.closed(transaction, connection),
    connectionsOf: (accountIds, transaction) => records.connectionsOf(accountIds, transaction),
    removeEnded: () => records.removeEnded(),
    lockConversations: (transaction, conversations) =>
      lockConversations(
        transaction,
        conversations.map(({ conversationId }) => conversationId),
      ),
    runOnce: (task) =>
      options.runOnce(async () => {
        await log.removeOld()
        await task()
      }),
  }
  return {
    cluster,
    limitStore: new SharedLimitStore(database),
    secret: (name, create) => readSecret(database, name, create),
    caughtUp: () => log.caughtUp(),
    async close() {
      stopRenewing()
      await log.close()
      await notices.close()
      await records.close()
    },
  }
}

const lockConversations = (transaction: Database, ids: readonly number[]) =>
  conversationLocks(transaction)
    .execute({ ids: [...new Set(ids)] })
    .then(() => {})

/** In the order of the ids, like the statements that store messages. */
const conversationLocks = preparedQuery((database) =>
  database
    .select({ id: conversation.id })
    .from(conversation)
    .where(sql`${conversation.id} = any(${sql.placeholder('ids')}::bigint[])`)
    .orderBy(conversation.id)
    .for('no key update')
    .prepare('lock_conversations'),
)

/** Runs a task while a separate connection holds an advisory lock of PostgreSQL. */
export const runOnceOn =
  (pool: Pool): RunOnce =>
  async (task) => {
    const session = await pool.connect()
    try {
      const { rows } = await session.query('select pg_try_advisory_lock($1) as locked', [sweepLock])
      if (!rows[0]?.locked) return
      try {
        await task()
      } finally {
        await session.query('select pg_advisory_unlock($1)', [sweepLock])
      }
    } finally {
      session.release()
    }
  }

async function readSecret(database: Database, name: string, create: () => string): Promise<string> {
  await database.insert(sharedSecret).values({ name, value: create() }).onConflictDoNothing()
  const [row] = await database.select().from(sharedSecret).where(eq(sharedSecret.name, name))
  if (!row) throw new Error('A stored secret was not found')
  return row.value
}

type Decide = (state: LimitState | undefined) => LimitChange<unknown>

interface Waiting {
  readonly key: string
  readonly decide: Decide
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** The maximum number of changes of one transaction. */
const mostTogether = 200

/** The counters of all nodes, in PostgreSQL. Changes that arrive while others are stored are stored together. */
export class SharedLimitStore implements LimitStore {
  readonly #database: Database
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(database: Database) {
    this.#database = database
  }

  change<Result>(
    key: string,
    decide: (state: LimitState | undefined) => LimitChange<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The result of this change is what its own function returns.
      this.#waiting.push({ key, decide, resolve: resolve as (result: unknown) => void, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async removeExpired(now: number): Promise<void> {
    // Changes lock their counters in the order of the keys. A removal in another order could wait for one that waits for it.
    const free = this.#database
      .select({ key: limitState.key })
      .from(limitState)
      .where(lte(limitState.expiresAt, now))
      .for('update', { skipLocked: true })
    await this.#database.delete(limitState).where(inArray(limitState.key, free))
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // Changes of frames that arrived together are stored together.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = this.#waiting.splice(0, mostTogether)
      try {
        const results = await this.#store(batch)
        for (const [index, { resolve }] of batch.entries()) resolve(results[index])
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    this.#isRunning = false
  }

  #store(batch: readonly Waiting[]): Promise<readonly unknown[]> {
    // All nodes lock keys in the same order, which prevents deadlocks.
    const keys = [...new Set(batch.map(({ key }) => key))].sort()
    return this.#database.transaction(async (transaction) => {
      const rows = await lockedStates(transaction).execute({ keys })
      const states = new Map(rows.map(({ key, state }) => [key, readState(state)]))
      const expiries = new Map<string, number>()
      const results = batch.map(({ key, decide }) => {
        const { state, expiresAt, result } = decide(states.get(key))
        states.set(key, state)
        expiries.set(key, state ? expiresAt : 0)
        return result
      })
      await storeStates(transaction).execute({
        keys,
        states: keys.map((key) => writeState(states.get(key))),
        expiries: keys.map((key) => Math.ceil(expiries.get(key) ?? 0)),
      })
      return results
    })
  }
}

const given = sql.placeholder

// The update changes nothing. It locks the row.
const lockedStates = preparedQuery((database) => {
  const locked = database
    .$with('locked', { key: sql<string>`key`.as('key'), state: sql<string>`state`.as('state') })
    .as(sql`insert into ${limitState} (key, state, expires_at) select unnest(${given('keys')}::text[]), '', 0
      on conflict (key) do update set key = excluded.key returning key, state`)
  return database.with(locked).select().from(locked).prepare('lock_limit_states')
})

// Without a name, so that it is planned for the present size of the table, which is empty at quiet times.
const storeStates = preparedQuery((database) => {
  const stored = database.$with('stored', {}).as(sql`
    update ${limitState} set state = given.state, expires_at = given.expires_at
    from unnest(${given('keys')}::text[], ${given('states')}::text[], ${given('expiries')}::bigint[])
      as given (key, state, expires_at)
    where ${limitState.key} = given.key`)
  return database.with(stored).select({ done: sql`1` }).from(sql`(select 1) as done`).prepare('')
})

const writeState = (state: LimitState | undefined): string => (state ? JSON.stringify(state) : '')
// Written by `writeState`.
const readState = (text: string): LimitState | undefined =>
  text === '' ? undefined : (JSON.parse(text) as LimitState)
