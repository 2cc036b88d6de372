/**
 * Something with a current value that tells when it changes; fits React's `useSyncExternalStore`.
 * `get` returns the same reference until the value really changes.
 */
export interface Readable<Value> {
  get(): Value
  /** Calls the listener after each change; returns what ends that. */
  subscribe(listener: () => void): () => void
}
