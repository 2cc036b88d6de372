/** Whether two values are identical, or both arrays or both plain objects with identical entries. */
export function isShallowEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => Object.is(item, right[index]))
  if (!isPlain(left) || !isPlain(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.is(left[key], right[key]))
}

/** Objects of a class, such as `Map` and `Date`, have a state that their keys do not show. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
