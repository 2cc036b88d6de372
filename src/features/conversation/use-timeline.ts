import { useLayoutEffect, useMemo, useState } from 'react'
import type { TimelineHandle } from '#client/timeline.ts'
import type { TimelineView } from '#domain/message/timeline-message.ts'
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
    const opened = account.openTimeline(conversation)
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
