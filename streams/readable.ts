/**
 * Something with a current value that tells when it changes; fits React's `useSyncExternalStore`.
 * `get` returns the same reference until the value really changes.
 */
export interface Readable<Value> {
  get(): Value
  /** Calls the listener after each change; returns what ends that. */
  subscribe(listener: () => void): () => void
}

/** A readable whose owner sets the value. */
export interface Writable<Value> extends Readable<Value> {
  /** Setting the same value tells nobody. */
  set(value: Value): void
}

/** Makes a readable that starts with `initial`. */
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
      // A fresh function for each subscription, so that one listener may subscribe twice.
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}

/** Resolves once the value is as asked for: at once when it is already. */
export const untilValue = <Value>(
  readable: Readable<Value>,
  isAsked: (value: Value) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    if (isAsked(readable.get())) return resolve()
    const stop = readable.subscribe(() => {
      if (!isAsked(readable.get())) return
      stop()
      resolve()
    })
  })
