/** Returns `previous` when `next` says the same, else `next` with the parts of `previous` that did not change. */
export function reuse<Value>(previous: Value, next: Value): Value {
  if (Object.is(previous, next) || !isPlain(previous) || !isPlain(next)) return next
  const keys = Object.keys(next)
  let isSame = keys.length === Object.keys(previous).length
  const kept: Record<string, unknown> = {}
  for (const key of keys) {
    kept[key] = reuse(previous[key], next[key])
    isSame &&= Object.is(kept[key], previous[key])
  }
  // `kept` has the keys of `next` with equal values: the same type.
  return isSame ? previous : (kept as Value)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same for lists whose items keep their key; the list itself is returned when nothing in it changed. */
export function reuseList<Item>(
  previous: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly Item[] {
  const known = new Map(previous.map((item) => [keyOf(item), item]))
  const kept = next.map((item) => {
    const before = known.get(keyOf(item))
    return before === undefined ? item : reuse(before, item)
  })
  const isSame = kept.length === previous.length && kept.every((item, index) => item === previous[index])
  return isSame ? previous : kept
}
