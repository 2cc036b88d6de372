/** Makes each thing once: the same key gives the same again, as a screen that draws anew expects. */
export function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}
