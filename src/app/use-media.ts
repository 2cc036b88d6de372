import { useMemo } from 'react'
import type { Readable } from '#streams/readable.ts'
import { useReadable } from '../ui/use-readable.ts'

/** Returns whether a CSS media query matches now. */
export const useMedia = (query: string): boolean =>
  useReadable(useMemo(() => readableOf(matchMedia(query)), [query]))

const readableOf = (list: MediaQueryList): Readable<boolean> => ({
  get: () => list.matches,
  subscribe(listener) {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  },
})
