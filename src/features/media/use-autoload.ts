import { useEffect, useState } from 'react'
import { shouldAutoload } from '#domain/media/viewer-position.ts'
import type { Timeline } from '#src/features/conversation/use-timeline.ts'

interface AutoloadOptions {
  readonly isWanted: boolean
  /** Pages without a result before loading waits for a button press. */
  readonly limit: number
  /** The number of results; a change resets the count of pages. */
  readonly found: number
}

/** One end of the loaded part of a timeline. */
interface End {
  readonly canLoad: boolean
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly load: () => void
}

/** Loads older messages while wanted. Stops after a number of pages without results until `goOn`. */
export const useAutoloadOlder = ({ view, loadOlder }: Timeline, options: AutoloadOptions) =>
  useLooking(
    {
      canLoad: view.status === 'ready' && view.hasOlder && !view.hasOlderFailed,
      isLoading: view.isLoadingOlder,
      hasFailed: view.hasOlderFailed,
      load: loadOlder,
    },
    options,
  )

/** Loads newer messages of a detached window in the same way. */
export const useAutoloadNewer = ({ view, loadNewer }: Timeline, options: AutoloadOptions) =>
  useLooking(
    {
      canLoad: view.status === 'ready' && view.hasNewer && !view.hasNewerFailed,
      isLoading: view.isLoadingNewer,
      hasFailed: view.hasNewerFailed,
      load: loadNewer,
    },
    options,
  )

const useLooking = (
  { canLoad, isLoading, hasFailed, load }: End,
  { isWanted, limit, found }: AutoloadOptions,
) => {
  const [pages, setPages] = useState({ found, empty: 0 })
  const emptyPages = pages.found === found ? pages.empty : 0
  const loadsNow = !isLoading && shouldAutoload({ isWanted, canLoad, emptyPages, limit })
  useEffect(() => {
    if (!loadsNow) return
    setPages({ found, empty: emptyPages + 1 })
    load()
  }, [loadsNow, emptyPages, found, load])
  return {
    canGoOn: canLoad && (isLoading || emptyPages < limit),
    isWaiting: canLoad && !isLoading && emptyPages >= limit,
    /** Continues after waiting or a failure. */
    goOn: () => {
      setPages({ found, empty: 0 })
      if (hasFailed) load()
    },
  }
}
