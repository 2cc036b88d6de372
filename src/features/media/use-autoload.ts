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

/** One end of what is at hand of a conversation. */
interface End {
  readonly canLoad: boolean
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly load: () => void
}

/** Loads older messages for as long as that is wanted and worth it; waits to be asked after pages that brought nothing. */
export const useAutoloadOlder = ({ view, loadOlder }: Timeline, wish: Wish) =>
  useLooking(
    {
      canLoad: view.status === 'ready' && view.hasOlder && !view.hasOlderFailed,
      isLoading: view.isLoadingOlder,
      hasFailed: view.hasOlderFailed,
      load: loadOlder,
    },
    wish,
  )

/** The same with what follows an island. */
export const useAutoloadNewer = ({ view, loadNewer }: Timeline, wish: Wish) =>
  useLooking(
    {
      canLoad: view.status === 'ready' && view.hasNewer && !view.hasNewerFailed,
      isLoading: view.isLoadingNewer,
      hasFailed: view.hasNewerFailed,
      load: loadNewer,
    },
    wish,
  )

const useLooking = ({ canLoad, isLoading, hasFailed, load }: End, { isWanted, limit, found }: Wish) => {
  const [pages, setPages] = useState({ found, empty: 0 })
  const emptyPages = pages.found === found ? pages.empty : 0
  const loadsNow = !isLoading && loadsFurther({ isWanted, canLoad, emptyPages, limit })
  useEffect(() => {
    if (!loadsNow) return
    setPages({ found, empty: emptyPages + 1 })
    load()
  }, [loadsNow, emptyPages, found, load])
  return {
    canGoOn: canLoad && (isLoading || emptyPages < limit),
    isWaiting: canLoad && !isLoading && emptyPages >= limit,
    /** Goes on after it waited or failed. */
    goOn: () => {
      setPages({ found, empty: 0 })
      if (hasFailed) load()
    },
  }
}
