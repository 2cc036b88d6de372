/** A promise that a test settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
  reject(cause: unknown): void
}

export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => undefined
  let reject: (cause: unknown) => void = () => undefined
  const promise = new Promise<Value>((onValue, onCause) => {
    resolve = onValue
    reject = onCause
  })
  return { promise, resolve, reject }
}
