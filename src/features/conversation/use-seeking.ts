import { useEffect, useState } from 'react'
import type { Timeline } from './use-timeline.ts'
import type { Unread } from './use-unread.ts'

/**
 * Loads older messages until the first unread one is among them. Takes whether to seek from the start and what to
 * do on arrival; returns whether it is under way and how to start it.
 */
export const useSeeking = (
  timeline: Timeline,
  unread: Pick<Unread, 'isBeyondLoaded'>,
  startsAtOnce: boolean,
  onFound: () => void,
) => {
  const { view, loadOlder } = timeline
  const [isSeeking, setIsSeeking] = useState(startsAtOnce)
  const isLoading = view.status === 'loading'
  const mustGoOn = isSeeking && unread.isBeyondLoaded && !view.hasOlderFailed
  const hasEnded = isSeeking && !isLoading && !mustGoOn
  useEffect(() => {
    if (mustGoOn && !view.isLoadingOlder) loadOlder()
  }, [mustGoOn, view.isLoadingOlder, loadOlder])
  useEffect(() => {
    if (!hasEnded) return
    setIsSeeking(false)
    onFound()
  }, [hasEnded, onFound])
  return { isSeeking: mustGoOn, seek: () => setIsSeeking(true) }
}
