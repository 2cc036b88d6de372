import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type MediaType, mediaAmong } from '#domain/media/media-filter.ts'
import {
  emptyPagesLimit,
  isNearNewest,
  isNearOldest,
  placeInViewer,
  type ViewerPlace,
} from '#domain/media/viewer-walk.ts'
import { oldestId, type TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { useJumping } from '#src/features/conversation/use-jumping.ts'
import { useTimeline } from '#src/features/conversation/use-timeline.ts'
import { useAutoloadNewer, useAutoloadOlder } from './use-autoload.ts'

export interface ViewerNavigation {
  readonly media: readonly TimelineMessage[]
  /** The current index; undefined while unknown. */
  readonly index: number | undefined
  readonly shown: ServerId | undefined
  readonly hasFailed: boolean
  /** True if the message does not exist or no media are left. */
  readonly isLost: boolean
  readonly goTo: (index: number) => void
  readonly reload: () => void
}

/** The current index already tells how the jump ended. */
const ignoreEnd = () => undefined

/**
 * Navigates through the media of a conversation, starting at a message. When the current one disappears or is deleted,
 * its neighbour is shown.
 */
export const useViewerNavigation = (
  id: ConversationId,
  first: ServerId,
  types: readonly MediaType[],
): ViewerNavigation => {
  const timeline = useTimeline(id)
  const { view } = timeline
  const media = useMemo(() => mediaAmong(view.messages, types), [view.messages, types])
  const ids = useMemo(() => media.flatMap((message) => message.serverId ?? []), [media])
  const idsBefore = useRef<readonly number[]>([])
  const [wanted, setWanted] = useState(first)
  const [target] = useState({ kind: 'message', serverId: first } as const)
  // A message that is not loaded is gone; the jump does not wait.
  const { isSeeking } = useJumping(timeline, target, 'connected', ignoreEnd)
  const oldest = oldestId(view.messages)
  const current = ids.indexOf(wanted)
  const wish = { limit: emptyPagesLimit, found: media.length }
  useAutoloadOlder(timeline, { ...wish, isWanted: !isSeeking && isNearOldest(current) })
  useAutoloadNewer(timeline, { ...wish, isWanted: !isSeeking && isNearNewest(current, media.length) })
  const situation = { ids, idsBefore: idsBefore.current, wanted, oldest, isSeeking }
  const place: ViewerPlace = view.status === 'loading' ? { kind: 'seeking' } : placeInViewer(situation)
  const movedTo = place.kind === 'moved' ? place.id : undefined
  const isShown = place.kind === 'shown'
  useLayoutEffect(() => {
    if (movedTo !== undefined) setWanted(serverId(movedTo))
    if (isShown) idsBefore.current = ids
  }, [movedTo, isShown, ids])
  const goTo = useCallback(
    (index: number) => {
      const next = ids[index]
      if (next !== undefined) setWanted(serverId(next))
    },
    [ids],
  )
  const hasFailed = view.status === 'failed'
  return {
    media,
    index: isShown ? place.index : undefined,
    shown: isShown ? wanted : undefined,
    hasFailed,
    isLost: !hasFailed && (view.status === 'unavailable' || place.kind === 'unknown'),
    goTo,
    reload: timeline.reload,
  }
}
