import type { Readable } from './readable.ts'

type Subscribe = (listener: () => void) => () => void

/** Shallow equality of plain records, so that a recomputed one keeps its identity. */
export function isShallowEqual<Value>(left: Value, right: Value): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const [before, after] = [Object.entries(left), Object.entries(right)]
  // Both are objects here, so reading a property of the other one by name is safe.
  const other = right as Readonly<Record<string, unknown>>
  return before.length === after.length && before.every(([key, value]) => Object.is(value, other[key]))
}

/** A value computed from others; its reference changes only when the value does. */
export function derive<Value>(
  sources: readonly { readonly subscribe: Subscribe }[],
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
      const endings = sources.map((source) => source.subscribe(check))
      return () => {
        for (const end of endings) end()
      }
    },
  }
}
