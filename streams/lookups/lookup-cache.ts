import type { Rejection } from '#domain/commands/command.ts'
import { retryDelay } from '#domain/http/call-limits.ts'
import { failureKey } from '#domain/http/rejection.ts'
import { CallFailed } from '../http/call-result.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a result is fresh, ms; other look-ups use the default [HTTP-18]. */
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
  /** [ADMIN-28] */
  groupApplications: 15_000,
  /** [SEARCH-13] */
  messageSearch: 10_000,
  /** [SEARCH-15] */
  groupSearch: 15_000,
} as const

/** How long a result is kept while nothing shows it, ms [HTTP-18]. */
export const lookupKeepTime = {
  default: day,
  /** [ENDP-25] */
  config: hour,
  /** [REPORT-12] */
  reportReasons: 7 * day,
  /** [STICK-15] */
  stickers: 30 * day,
  /** [SEARCH-13] */
  messageSearch: 5 * minute,
} as const

export type LookupState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly rejection: Rejection }

export interface Lookup<Value> extends Readable<LookupState<Value>> {
  /** Requests the result again, unless a request is running. The old result stays until the new one arrives. */
  reload(): void
  /**
   * Marks the result as outdated. It is requested again while it is shown, otherwise when it is next shown. A failed
   * request is repeated until a result includes the change.
   */
  invalidate(): void
  /** The same result for readers that tolerate an outdated one: no change is requested for them until one subscribes. */
  readonly withoutRefresh: Readable<LookupState<Value>>
  /** Resolves with a fresh result, or with the older result or the failure if the request failed. Never rejects. */
  fresh(): Promise<LookupState<Value>>
}

interface LookupQuery<Value> {
  /** ms */
  readonly staleTime: number
  /** Default: one day, ms. */
  readonly keepTime?: number
  /** How long changes of a shown result are collected into one request, ms. By default the first one is requested. */
  readonly changeDelay?: number
  /** How often the result is requested again while it is shown, ms. By default it is not. */
  readonly refreshInterval?: number
  /** Requests the result; throws CallFailed. The caller retries failed calls. */
  load(signal: AbortSignal): Promise<Value>
}

/** Answers of the server that are not in the log: requested when first shown, shared by all subscribers of a handle. */
export interface LookupCache {
  /** Creates a look-up. Its handle owns the result, so equal look-ups have to share one handle: see `memoizeByKey`. */
  lookup<Value>(query: LookupQuery<Value>): Lookup<Value>
}

interface Request {
  readonly controller: AbortController
  /** Resolves when the result is set or the request failed. */
  done: Promise<void>
}

const loading = { status: 'loading' } as const

const rejectionOf = (error: unknown): Rejection =>
  error instanceof CallFailed ? error.failure.rejection : { key: failureKey.generic }

/** Creates a cache whose ages are measured by the clock's monotonic time. */
export function createLookupCache(clock: Clock): LookupCache {
  /** Drops old answers of all look-ups. Runs when any of them is shown, so the cache needs no timer. */
  const evictions = new Set<() => void>()

  return {
    lookup<Value>(wanted: LookupQuery<Value>) {
      const { staleTime, keepTime = lookupKeepTime.default, refreshInterval, ...query } = wanted
      const { changeDelay = 0 } = wanted
      const state = createWritable<LookupState<Value>>(loading)
      let answeredAt: number | undefined
      /** Counts the calls of `invalidate`. */
      let changes = 0
      /** The changes that the result includes. */
      let answeredChanges = 0
      const isOutdated = () => answeredChanges < changes
      let running: Request | undefined
      let refreshTimer: TimerHandle | undefined
      let changeTimer: TimerHandle | undefined
      let subscriberCount = 0
      /** The subscribers that want every change. */
      let followerCount = 0
      /** The failures since the last result. */
      let failures = 0

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
      const load = async (own: Request) => {
        const isCurrent = () => running === own
        const changesBefore = changes
        try {
          const value = await query.load(own.controller.signal)
          if (isCurrent()) {
            failures = 0
            answeredChanges = changesBefore
            setAnswer(value)
          }
        } catch (error) {
          failures += 1
          // An older result stays.
          if (isCurrent() && answeredAt === undefined)
            state.set({ status: 'failed', rejection: rejectionOf(error) })
        } finally {
          if (isCurrent()) {
            running = undefined
            // The result may be older than a change that was announced during the request.
            requestChanges(failures > 0 ? retryDelay(failures) : changeDelay)
          }
        }
      }
      const request = (showsLoading = true): Promise<void> => {
        if (running) return running.done
        if (showsLoading && state.get().status === 'failed') state.set(loading)
        running = { controller: new AbortController(), done: Promise.resolve() }
        running.done = load(running)
        return running.done
      }
      /** Requests the changes that the result lacks, after `delay` ms. */
      const requestChanges = (delay: number) => {
        if (!isOutdated() || followerCount === 0 || running || changeTimer) return
        if (delay === 0) return void request(false)
        changeTimer = clock.setTimeout(() => {
          changeTimer = undefined
          requestChanges(0)
        }, delay)
      }
      const requestIfStale = async () => {
        for (const evictOne of evictions) evictOne()
        if (isOutdated() || age() >= staleTime) await request()
      }
      const scheduleRefresh = () => {
        if (refreshInterval === undefined) return
        refreshTimer = clock.setTimeout(() => {
          // A failure stays on the screen until there is a result.
          void request(false)
          scheduleRefresh()
        }, refreshInterval)
      }
      const cancel = () => {
        for (const timer of [refreshTimer, changeTimer]) if (timer) clock.clearTimeout(timer)
        changeTimer = undefined
        running?.controller.abort()
        running = undefined
      }

      evictions.add(evict)
      const subscribe = (listener: () => void, isFollowing = true) => {
        const unsubscribe = state.subscribe(listener)
        if (subscriberCount === 0) scheduleRefresh()
        if (subscriberCount === 0 || isOutdated()) void requestIfStale()
        subscriberCount += 1
        if (isFollowing) followerCount += 1
        let isOver = false
        return () => {
          if (isOver) return
          isOver = true
          unsubscribe()
          subscriberCount -= 1
          if (isFollowing) followerCount -= 1
          if (subscriberCount === 0) cancel()
        }
      }
      return {
        get: state.get,
        subscribe: (listener) => subscribe(listener),
        withoutRefresh: { get: state.get, subscribe: (listener) => subscribe(listener, false) },
        reload: () => void request(),
        invalidate() {
          changes += 1
          requestChanges(changeDelay)
        },
        async fresh() {
          // A subscriber keeps the request alive.
          const unsubscribe = subscribe(() => undefined)
          await requestIfStale()
          unsubscribe()
          return state.get()
        },
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
