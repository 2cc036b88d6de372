import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { openTimelineHandle, type TimelineHandle } from '#client/timeline.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { SeekTarget, TimelineView } from '#domain/message/timeline-message.ts'
import { findSeekTarget, findSeekTargetAfterJump } from '#domain/message-list/seeking.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import type { Readable } from '#streams/readable.ts'

const loadingView: TimelineView = {
  status: 'loading',
  messages: [],
  unsent: [],
  hasOlder: false,
  isLoadingOlder: false,
  hasOlderFailed: false,
  hasNewer: false,
  isLoadingNewer: false,
  hasNewerFailed: false,
  seeking: undefined,
  readUpToAtOpening: serverId(0),
  readUpTo: serverId(0),
  unreadCount: 0,
}
const loading: Readable<TimelineView> = { get: () => loadingView, subscribe: () => () => undefined }

export interface Timeline extends Omit<TimelineHandle, 'view' | 'close'> {
  readonly view: TimelineView
}

/** The timeline of a conversation while its screen is open. */
export const useTimeline = (conversation: ConversationId): Timeline => {
  const account = useAccount()
  const [handle, setHandle] = useState<TimelineHandle>()
  useLayoutEffect(() => {
    const opened = account.openTimeline(conversation, openTimelineHandle)
    setHandle(opened)
    return () => opened.close()
  }, [account, conversation])
  const view = useReadable(handle?.view ?? loading)
  const actions = useMemo(
    (): Omit<Timeline, 'view'> => ({
      loadOlder: (count) => handle?.loadOlder(count),
      loadNewer: () => handle?.loadNewer(),
      showNewest: () => handle?.showNewest(),
      seek: (target) => handle?.seek(target),
      stopSeeking: () => handle?.stopSeeking(),
      reload: () => handle?.reload(),
    }),
    [handle],
  )
  return useMemo(() => ({ view, ...actions }), [view, actions])
}

/** The end of a jump: at a message by its index, not found, or failed to load. */
type JumpEnd =
  | { readonly kind: 'found'; readonly index: number; readonly target: SeekTarget }
  | { readonly kind: 'gone' | 'failed'; readonly target: SeekTarget }

interface Jumping {
  readonly isSeeking: boolean
  /** The index of the target, in the one render between finding it and scrolling to it. */
  readonly found: number | undefined
  readonly seek: (target: SeekTarget) => void
  readonly cancel: () => void
}

/**
 * Jumps to a message, a day or the first unread message [ROUTE-26]: immediately if it is loaded, else after the
 * timeline has loaded it. `opening` is the target in the URL; each new one starts a jump. While this device is catching
 * up, a missing target may still arrive: a jump waits for a message from connecting on, and for the first unread
 * message only while catching up.
 */
export const useJumping = (
  timeline: Timeline,
  opening: SeekTarget | undefined,
  connection: ConnectionView['status'],
  onEnd: (end: JumpEnd) => void,
): Jumping => {
  const { view, seek, stopSeeking } = timeline
  const [target, setTarget] = useState(opening)
  const [lastOpening, setLastOpening] = useState(opening)
  if (lastOpening !== opening) {
    setLastOpening(opening)
    if (opening !== undefined) setTarget(opening)
  }
  const status = view.seeking?.target === target ? view.seeking?.status : undefined
  const sought = target && view.status === 'ready' ? seekWith(target, timeline, status) : undefined
  const mustGo = sought?.kind === 'elsewhere' && status !== 'gone' && status !== 'failed'
  const isCatchingUp =
    connection === 'catching-up' || (connection === 'connecting' && target?.kind !== 'unread')
  const mayStillCome = isCatchingUp && sought?.kind === 'gone' && status === undefined
  const isAwaited = target !== undefined && (view.status === 'loading' || mayStillCome)
  useEffect(() => {
    // A timeline that is not ready to jump gets the target again when it changes.
    if (mustGo && status === undefined && target !== undefined) seek(target)
  }, [mustGo, status, target, seek])

  const end = useEffectEvent(() => {
    if (target === undefined || sought === undefined || mustGo || mayStillCome) return
    setTarget(undefined)
    if (sought.kind === 'found') onEnd({ ...sought, target })
    else onEnd({ kind: status === 'failed' ? 'failed' : 'gone', target })
  })
  useLayoutEffect(() => end())
  const cancel = useCallback(() => {
    setTarget(undefined)
    if (mustGo) stopSeeking()
  }, [mustGo, stopSeeking])

  return {
    isSeeking: mustGo || isAwaited,
    found: sought?.kind === 'found' ? sought.index : undefined,
    seek: setTarget,
    cancel,
  }
}

const seekWith = (target: SeekTarget, { view }: Timeline, status: string | undefined) =>
  status === 'found' ? findSeekTargetAfterJump(target, view.messages) : findSeekTarget(target, view)
