import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Readable } from '#streams/readable.ts'

/** The current value; the component is drawn again when it changes. */
export const useReadable = <Value>(readable: Readable<Value>): Value => {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  const read = () => readable.get()
  return useSyncExternalStore(subscribe, read, read)
}

/** A part of the current value; the component is drawn again only when that part changes, compared one level deep. */
export const useSelected = <Value, Part>(readable: Readable<Value>, select: (value: Value) => Part): Part => {
  const last = useRef<{ readonly part: Part }>(undefined)
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  const read = (): Part => {
    const part = select(readable.get())
    if (last.current !== undefined && isAlike(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }
  return useSyncExternalStore(subscribe, read, read)
}

/** The same value, or plain objects or arrays whose entries are the same. */
export const isAlike = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right)) return true
  if (!isPlain(left) || !isPlain(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.is(left[key], right[key]))
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype
}

/** Always an empty list; for a part of the client that is not there yet. */
export const none: Readable<readonly never[]> = (() => {
  const empty: readonly never[] = []
  return { get: () => empty, subscribe: () => () => undefined }
})()
