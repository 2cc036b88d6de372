import { isShallowEqual } from '../shallow-equal.ts'

/**
 * Returns `previous` if `next` is deeply equal, else `next` with the unchanged parts of `previous` (structural
 * sharing). A list is equal if its items are the same.
 */
export function shareStructure<Value>(previous: Value, next: Value): Value {
  if (Object.is(previous, next)) return next
  if (!isPlain(previous) || !isPlain(next)) return isShallowEqual(previous, next) ? previous : next
  const keys = Object.keys(next)
  let isSame = keys.length === Object.keys(previous).length
  let shared: Record<string, unknown> | undefined
  for (const key of keys) {
    const part = shareStructure(previous[key], next[key])
    isSame &&= Object.is(part, previous[key])
    if (Object.is(part, next[key])) continue
    shared ??= { ...next }
    shared[key] = part
  }
  // `shared` has the keys of `next` with equal values, so it has the same type.
  return isSame ? previous : ((shared ?? next) as Value)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same for lists, whose items are matched by key. Equal items at both ends are skipped first, so that one more
 * message costs little in a conversation of 100,000.
 */
export function shareListStructure<Item>(
  previous: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly Item[] {
  const shorter = Math.min(previous.length, next.length)
  let head = 0
  while (head < shorter && previous[head] === next[head]) head += 1
  let tail = 0
  while (tail < shorter - head && previous.at(-1 - tail) === next.at(-1 - tail)) tail += 1
  if (head + tail === previous.length && previous.length === next.length) return previous

  const known = new Map(previous.slice(head, previous.length - tail).map((item) => [keyOf(item), item]))
  if (known.size === 0) return next
  const shared = next.map((item, index) => {
    const before = index < head || index >= next.length - tail ? undefined : known.get(keyOf(item))
    return before === undefined ? item : shareStructure(before, item)
  })
  const isSame = shared.length === previous.length && shared.every((item, index) => item === previous[index])
  return isSame ? previous : shared
}
