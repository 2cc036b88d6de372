import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type MediaType, mediaAmong } from '#domain/media/media-filter.ts'
import {
  emptyPagesLimit,
  isNearOldest,
  placeInViewer,
  seekingPagesLimit,
  type ViewerPlace,
} from '#domain/media/viewer-walk.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { useTimeline } from '#src/features/conversation/use-timeline.ts'
import { useLookingBack } from './use-looking-back.ts'

export interface ViewerWalk {
  readonly media: readonly TimelineMessage[]
  /** Where among them one is; undefined while that is not known. */
  readonly index: number | undefined
  readonly shown: ServerId | undefined
  readonly hasFailed: boolean
  /** Nobody knows the message, or none is left to be shown. */
  readonly isLost: boolean
  readonly goTo: (index: number) => void
  readonly reload: () => void
}

/** Walks through the media of a conversation from a message on; what is burned or deleted is left at once for its neighbour. */
export const useViewerWalk = (
  id: ConversationId,
  first: ServerId,
  types: readonly MediaType[],
): ViewerWalk => {
  const timeline = useTimeline(id)
  const { view } = timeline
  const media = useMemo(() => mediaAmong(view.messages, types), [view.messages, types])
  const ids = useMemo(() => media.flatMap((message) => message.serverId ?? []), [media])
  const idsBefore = useRef<readonly number[]>([])
  const [wanted, setWanted] = useState(first)
  const [isSeeking, setSeeking] = useState(true)
  const oldest = view.messages.find((message) => message.serverId !== undefined)?.serverId
  const current = ids.indexOf(wanted)
  const looking = useLookingBack(timeline, {
    isWanted: isSeeking || isNearOldest(current),
    limit: isSeeking ? seekingPagesLimit : emptyPagesLimit,
    found: isSeeking ? 0 : media.length,
  })
  const situation = { ids, idsBefore: idsBefore.current, wanted, oldest, canLoadOlder: looking.canGoOn }
  const place: ViewerPlace = view.status === 'loading' ? { kind: 'seeking' } : placeInViewer(situation)
  const movedTo = place.kind === 'moved' ? place.id : undefined
  const isShown = place.kind === 'shown'
  useLayoutEffect(() => {
    if (movedTo !== undefined) setWanted(serverId(movedTo))
    if (!isShown) return
    idsBefore.current = ids
    setSeeking(false)
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
