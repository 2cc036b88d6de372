import type { Refusal } from '#domain/commands/command.ts'
import { failureKey } from '#domain/http/refusal.ts'
import { CallFailed } from '../http/call-result.ts'
import type { Clock } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long an answer is fresh, ms; other look-ups use the default [HTTP-18]. */
export const lookupStaleTime = {
  default: minute,
  /** [AUTH-56] */
  countries: day,
  /** [ENDP-25] */
  config: 30 * minute,
  /** [USER-10] */
  settings: hour,
  /** [REPORT-12] */
  reportReasons: 7 * day,
  /** [STICK-15] */
  stickers: 30 * day,
  /** [COLL-12] */
  collections: hour,
  tags: minute,
} as const

/** How long an answer is kept while nothing shows it, ms [HTTP-18]. */
export const lookupKeepTime = {
  default: day,
  /** [ENDP-25] */
  config: hour,
  /** [REPORT-12] */
  reportReasons: 7 * day,
  /** [STICK-15] */
  stickers: 30 * day,
} as const

export type LookupState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly refusal: Refusal }

export interface Lookup<Value> extends Readable<LookupState<Value>> {
  /** Asks the server again, unless a request is running; the old answer is shown until the new one is there. */
  reload(): void
}

interface LookupQuery<Value> {
  /** ms */
  readonly staleTime: number
  /** ms; a day when left out. */
  readonly keepTime?: number
  /** Asks the server; throws CallFailed. The caller repeats failed calls by itself. */
  load(signal: AbortSignal): Promise<Value>
}

/** Answers of the server that are not in the log: requested when first shown, shared by all subscribers of a handle. */
export interface LookupCache {
  /** Creates a look-up. Its handle owns the answer, so equal look-ups have to share one handle: see `memoizeByKey`. */
  lookup<Value>(query: LookupQuery<Value>): Lookup<Value>
}

const loading = { status: 'loading' } as const

const refusalOf = (error: unknown): Refusal =>
  error instanceof CallFailed ? error.failure.refusal : { key: failureKey.generic }

/** Creates a cache whose ages are measured by the clock's monotonic time. */
export function createLookupCache(clock: Clock): LookupCache {
  /** Drops old answers of all look-ups. Runs when any of them is shown, so the cache needs no timer. */
  const evictions = new Set<() => void>()

  return {
    lookup<Value>({ staleTime, keepTime = lookupKeepTime.default, load }: LookupQuery<Value>) {
      const state = createWritable<LookupState<Value>>(loading)
      let answeredAt: number | undefined
      let running: AbortController | undefined
      let subscriberCount = 0

      const age = () => (answeredAt === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - answeredAt)
      const evict = () => {
        if (subscriberCount > 0 || answeredAt === undefined || age() <= keepTime) return
        answeredAt = undefined
        state.set(loading)
      }
      const setAnswer = (value: Value) => {
        answeredAt = clock.monotonic()
        const shown = state.get()
        if (shown.status !== 'ready' || shown.value !== value) state.set({ status: 'ready', value })
      }
      const request = async () => {
        if (running) return
        const own = new AbortController()
        running = own
        if (state.get().status === 'failed') state.set(loading)
        try {
          const value = await load(own.signal)
          if (running === own) setAnswer(value)
        } catch (error) {
          // An older answer stays.
          if (running === own && answeredAt === undefined)
            state.set({ status: 'failed', refusal: refusalOf(error) })
        } finally {
          if (running === own) running = undefined
        }
      }
      const start = () => {
        for (const evictOne of evictions) evictOne()
        if (age() >= staleTime) void request()
      }
      const cancel = () => {
        running?.abort()
        running = undefined
      }

      evictions.add(evict)
      return {
        get: state.get,
        subscribe(listener) {
          const unsubscribe = state.subscribe(listener)
          if (subscriberCount === 0) start()
          subscriberCount += 1
          let isOver = false
          return () => {
            if (isOver) return
            isOver = true
            unsubscribe()
            subscriberCount -= 1
            if (subscriberCount === 0) cancel()
          }
        },
        reload: () => void request(),
      }
    },
  }
}

/** Returns a function that calls `create` once a key and then returns the same value for it. */
export function memoizeByKey<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const entry = values.get(key) ?? { value: create(key) }
    values.set(key, entry)
    return entry.value
  }
}
