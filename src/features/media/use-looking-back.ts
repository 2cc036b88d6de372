import { useEffect, useState } from 'react'
import { loadsFurther } from '#domain/media/viewer-walk.ts'
import type { Timeline } from '#src/features/conversation/use-timeline.ts'

interface Wish {
  readonly isWanted: boolean
  /** Pages that may bring nothing before it waits to be asked. */
  readonly limit: number
  /** How many of what is sought are there; one more, and the pages are counted anew. */
  readonly found: number
}

/** Loads older messages for as long as that is wanted and worth it; waits to be asked after pages that brought nothing. */
export const useLookingBack = ({ view, loadOlder }: Timeline, { isWanted, limit, found }: Wish) => {
  const [pages, setPages] = useState({ found, empty: 0 })
  const emptyPages = pages.found === found ? pages.empty : 0
  const canLoadOlder = view.status === 'ready' && view.hasOlder && !view.hasOlderFailed
  const loadsNow = !view.isLoadingOlder && loadsFurther({ isWanted, canLoadOlder, emptyPages, limit })
  useEffect(() => {
    if (!loadsNow) return
    setPages({ found, empty: emptyPages + 1 })
    loadOlder()
  }, [loadsNow, emptyPages, found, loadOlder])
  return {
    canGoOn: canLoadOlder && (view.isLoadingOlder || emptyPages < limit),
    isWaiting: canLoadOlder && !view.isLoadingOlder && emptyPages >= limit,
    /** Goes on after it waited or failed. */
    goOn: () => {
      setPages({ found, empty: 0 })
      if (view.hasOlderFailed) loadOlder()
    },
  }
}
