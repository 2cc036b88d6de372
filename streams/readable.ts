import { isShallowEqual } from './shallow-equal.ts'

/** A value that changes over time, like a readable store in Svelte. Fits React's `useSyncExternalStore`. */
export interface Readable<Value> {
  /** The current value: the same reference until the value changes. */
  get(): Value
  /** Calls the listener after each change. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** A readable that its owner sets. */
export interface Writable<Value> extends Readable<Value> {
  /** Notifies the listeners unless the value is identical to the current one. */
  set(value: Value): void
}

/** Creates a writable with an initial value. */
export function createWritable<Value>(initial: Value): Writable<Value> {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      // A new function for each subscription, so that one listener can subscribe twice.
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}

/** A readable computed from others. Its reference changes only when `isEqual` says that the value has changed. */
export function derive<Value>(
  sources: readonly Pick<Readable<unknown>, 'subscribe'>[],
  compute: () => Value,
  isEqual: (left: Value, right: Value) => boolean = isShallowEqual,
): Readable<Value> {
  let last: { readonly value: Value } | undefined
  const get = () => {
    const value = compute()
    if (last && isEqual(last.value, value)) return last.value
    last = { value }
    return value
  }
  return {
    get,
    subscribe(listener) {
      let seen = get()
      const check = () => {
        const value = get()
        if (Object.is(value, seen)) return
        seen = value
        listener()
      }
      const unsubscribes = sources.map((source) => source.subscribe(check))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  }
}

/** Resolves when the value matches, immediately if it does already. Never rejects. */
export const untilValue = <Value>(
  readable: Readable<Value>,
  matches: (value: Value) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    if (matches(readable.get())) return resolve()
    const unsubscribe = readable.subscribe(() => {
      if (!matches(readable.get())) return
      unsubscribe()
      resolve()
    })
  })
