/**
 * Loads code that is needed late or seldom. The first call loads it, later ones give the same value.
 * Rejects if it cannot be loaded; the next call tries again.
 */
export interface LazyPart<Value> {
  (): Promise<Value>
  /** The value; undefined until it is loaded. */
  readonly loaded?: Value | undefined
}

/** Returns a function that loads on the first call and then gives the same value. A failed load is tried again. */
export function onceLoaded<Value>(load: () => Promise<Value>): LazyPart<Value> {
  let loading: Promise<Value> | undefined
  const part: { (): Promise<Value>; loaded?: Value } = () => {
    loading ??= load().then(
      (value) => {
        part.loaded = value
        return value
      },
      (cause: unknown) => {
        loading = undefined
        throw cause
      },
    )
    return loading
  }
  return part
}
