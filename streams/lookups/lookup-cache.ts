import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core'
import type { Refusal } from '#domain/commands/command.ts'
import { failureKey } from '#domain/http/refusal.ts'
import { CallFailed } from '../http/call-failed.ts'
import type { Clock } from '../ports.ts'
import { createSource, type Readable } from '../readable.ts'
import { lookupKeepTime } from './lookup-table.ts'

export type LookupState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly refusal: Refusal }

export interface LookupHandle<Value> extends Readable<LookupState<Value>> {
  reload(): void
}

interface LookupQuery<Value> {
  readonly key: readonly string[]
  readonly staleTime: number
  /** How long an answer is kept that nobody shows, ms; a day when left out. */
  readonly keepTime?: number
  /** Throws CallFailed; its call repeats by the table of calls. */
  load(signal: AbortSignal): Promise<Value>
}

/** An answer with the monotonic time it came at: freshness is judged by our clock, not the platform's. */
interface Stamped<Value> {
  readonly value: Value
  readonly at: number
}

/** Answers of the server that are no part of the log; several screens that ask the same share one. */
export interface LookupCache {
  lookup<Value>(query: LookupQuery<Value>): LookupHandle<Value>
}

const loading = { status: 'loading' } as const

// Told on the microtask after a change instead of by a platform timer, so that virtual time stays in charge.
notifyManager.setScheduler((callback) => void Promise.resolve().then(callback))

const refusalOf = (error: unknown): Refusal =>
  error instanceof CallFailed ? error.failure.refusal : { key: failureKey.generic }

export function createLookupCache(clock: Clock): LookupCache {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
    },
  })

  /** Forgets what nobody has asked for in as long as its answer is kept. */
  const forgetOld = () =>
    client.removeQueries({
      type: 'inactive',
      predicate: ({ meta, state }) => {
        // Every query of this cache stores a stamped value, and its time in `meta`.
        const data = state.data as Stamped<unknown> | undefined
        return data !== undefined && clock.monotonic() - data.at > Number(meta?.keepTime)
      },
    })

  return {
    lookup<Value>({ key, staleTime, keepTime = lookupKeepTime.default, load }: LookupQuery<Value>) {
      const state = createSource<LookupState<Value>>(loading)
      const isFresh = (data: Stamped<Value> | undefined) =>
        data !== undefined && clock.monotonic() - data.at < staleTime
      const observer = new QueryObserver<Stamped<Value>>(client, {
        queryKey: key,
        meta: { keepTime },
        enabled: false,
        queryFn: async ({ signal }) => ({ value: await load(signal), at: clock.monotonic() }),
      })
      const show = () => {
        const { data, error } = observer.getCurrentResult()
        if (data) showValue(data.value)
        else state.set(error ? { status: 'failed', refusal: refusalOf(error) } : loading)
      }
      const showValue = (value: Value) => {
        const shown = state.get()
        if (shown.status !== 'ready' || shown.value !== value) state.set({ status: 'ready', value })
      }
      const refetch = () => void observer.refetch({ cancelRefetch: false })
      let listeners = 0
      let stop = () => {}

      const start = () => {
        forgetOld()
        stop = observer.subscribe(show)
        show()
        if (!isFresh(observer.getCurrentResult().data)) refetch()
      }
      return {
        get: state.get,
        subscribe(listener) {
          const unsubscribe = state.subscribe(listener)
          listeners += 1
          if (listeners === 1) start()
          let isOver = false
          return () => {
            if (isOver) return
            isOver = true
            unsubscribe()
            listeners -= 1
            if (listeners === 0) stop()
          }
        },
        reload: refetch,
      }
    },
  }
}
