import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type SeekTarget, seekIn } from '#domain/message-list/seeking.ts'
import type { Timeline } from './use-timeline.ts'

/** How a jump ended: at a message by its index, without one, or because older messages could not be loaded. */
export type JumpEnd =
  | { readonly kind: 'found'; readonly index: number; readonly target: SeekTarget }
  | { readonly kind: 'gone' | 'failed' }

export interface Jumping {
  readonly isSeeking: boolean
  /** Where it is, in the one drawing between finding it and going there. */
  readonly found: number | undefined
  readonly seek: (target: SeekTarget) => void
  readonly cancel: () => void
}

/** Older messages read from storage at once on the way to one of them. */
const seekingStep = 1000

/**
 * Goes to a message or a day, and on the way loads older messages until it is among them [ROUTE-26]. `opening` is what the
 * address asks for; each new one is sought.
 */
export const useJumping = (
  timeline: Timeline,
  opening: SeekTarget | undefined,
  onEnd: (end: JumpEnd) => void,
): Jumping => {
  const { view, loadOlder } = timeline
  const [target, setTarget] = useState(opening)
  const [asked, setAsked] = useState(opening)
  if (asked !== opening) {
    setAsked(opening)
    if (opening !== undefined) setTarget(opening)
  }
  const sought = target && view.status === 'ready' ? seekIn(target, view) : undefined
  const mustGoOn = sought?.kind === 'older' && !view.hasOlderFailed
  const isAwaited = target !== undefined && view.status === 'loading'
  useEffect(() => {
    if (mustGoOn && !view.isLoadingOlder) loadOlder(seekingStep)
  }, [mustGoOn, view, loadOlder])

  const end = useEffectEvent(() => {
    if (target === undefined || sought === undefined || mustGoOn) return
    setTarget(undefined)
    if (sought.kind === 'found') onEnd({ ...sought, target })
    else onEnd({ kind: sought.kind === 'older' ? 'failed' : 'gone' })
  })
  useLayoutEffect(() => end())

  return {
    isSeeking: mustGoOn || isAwaited,
    found: sought?.kind === 'found' ? sought.index : undefined,
    seek: (next) => {
      // What failed before is tried once more.
      if (view.hasOlderFailed) loadOlder(seekingStep)
      setTarget(next)
    },
    cancel: () => setTarget(undefined),
  }
}
