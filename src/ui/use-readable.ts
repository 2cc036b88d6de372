import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Readable } from '#streams/readable.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'

/** The current value. The component renders again when it changes. */
export const useReadable = <Value>(readable: Readable<Value>): Value => {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  const read = () => readable.get()
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * A part of the current value. The component renders again only when the part changes; parts are compared shallowly.
 */
export const useSelected = <Value, Part>(readable: Readable<Value>, select: (value: Value) => Part): Part => {
  const last = useRef<{ readonly part: Part }>(undefined)
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  const read = (): Part => {
    const part = select(readable.get())
    if (last.current !== undefined && isShallowEqual(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }
  return useSyncExternalStore(subscribe, read, read)
}

/** Always an empty list, for a part of the client that does not exist yet. */
export const emptyReadable: Readable<readonly never[]> = (() => {
  const empty: readonly never[] = []
  return { get: () => empty, subscribe: () => () => undefined }
})()

/** A look-up that is loading and requests nothing, in place of one that is not needed yet. */
export const notRequested: Readable<{ readonly status: 'loading' }> = (() => {
  const loading = { status: 'loading' } as const
  return { get: () => loading, subscribe: () => () => undefined }
})()
