import type { Refusal } from '#domain/commands/command.ts'
import { failureKey } from '#domain/http/refusal.ts'
import { CallFailed } from '../http/call-failed.ts'
import type { Clock } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'
import { lookupKeepTime } from './lookup-table.ts'

export type LookupState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly refusal: Refusal }

export interface Lookup<Value> extends Readable<LookupState<Value>> {
  /** Asks anew, unless it is being asked; what is shown stays until the answer is there. */
  reload(): void
}

interface LookupQuery<Value> {
  readonly staleTime: number
  /** How long an answer is kept that nobody shows, ms; a day when left out. */
  readonly keepTime?: number
  /** Throws CallFailed; its call repeats by the table of calls. */
  load(signal: AbortSignal): Promise<Value>
}

/** Answers of the server that are no part of the log: asked for when they are shown, and shared by all who show them. */
export interface LookupCache {
  /** One look-up, whose answer lives in the handle that is returned: whoever asks the same has to be given the same. */
  lookup<Value>(query: LookupQuery<Value>): Lookup<Value>
}

const loading = { status: 'loading' } as const

const refusalOf = (error: unknown): Refusal =>
  error instanceof CallFailed ? error.failure.refusal : { key: failureKey.generic }

/** Look-ups that forget by one clock, whose monotonic time also says what is fresh. */
export function createLookupCache(clock: Clock): LookupCache {
  /** What each look-up does when another one begins to be shown: nobody else would forget it. */
  const forgetting = new Set<() => void>()

  return {
    lookup<Value>({ staleTime, keepTime = lookupKeepTime.default, load }: LookupQuery<Value>) {
      const state = createWritable<LookupState<Value>>(loading)
      let answeredAt: number | undefined
      let asking: AbortController | undefined
      let listeners = 0

      const age = () => (answeredAt === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - answeredAt)
      const forgetOld = () => {
        if (listeners > 0 || answeredAt === undefined || age() <= keepTime) return
        answeredAt = undefined
        state.set(loading)
      }
      const takeAnswer = (value: Value) => {
        answeredAt = clock.monotonic()
        const shown = state.get()
        if (shown.status !== 'ready' || shown.value !== value) state.set({ status: 'ready', value })
      }
      const ask = async () => {
        if (asking) return
        const asked = new AbortController()
        asking = asked
        if (state.get().status === 'failed') state.set(loading)
        try {
          const value = await load(asked.signal)
          if (asking === asked) takeAnswer(value)
        } catch (error) {
          // What was shown before stays where there is no news.
          if (asking === asked && answeredAt === undefined)
            state.set({ status: 'failed', refusal: refusalOf(error) })
        } finally {
          if (asking === asked) asking = undefined
        }
      }
      const begin = () => {
        for (const forget of forgetting) forget()
        if (age() >= staleTime) void ask()
      }
      const leave = () => {
        asking?.abort()
        asking = undefined
      }

      forgetting.add(forgetOld)
      return {
        get: state.get,
        subscribe(listener) {
          const unsubscribe = state.subscribe(listener)
          if (listeners === 0) begin()
          listeners += 1
          let isOver = false
          return () => {
            if (isOver) return
            isOver = true
            unsubscribe()
            listeners -= 1
            if (listeners === 0) leave()
          }
        },
        reload: () => void ask(),
      }
    },
  }
}

/** Returns a version of `create` that calls it once per key, because each screen that shows a key must get the same look-up. */
export function memoizeByKey<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const created = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const entry = created.get(key) ?? { value: create(key) }
    created.set(key, entry)
    return entry.value
  }
}
