import { useEffect, useState } from 'react'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import type { ScrollMode } from '#domain/message-list/scroll-mode.ts'
import {
  dividerMarker,
  firstUnreadIndex,
  readMarkerDue,
  showsFirstUnreadButton,
} from '#domain/message-list/unread-divider.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import type { Reading } from './message-list/message-list.tsx'
import { useVisible } from './use-visible.ts'

export interface Unread {
  /** The index of the message after the divider; undefined when nothing was unread or it is not loaded. */
  readonly firstUnread: number | undefined
  /** The read marker that the divider follows, and its position when the conversation was opened. */
  readonly mark: ServerId
  readonly markAtOpening: ServerId | undefined
  readonly hasButton: boolean
  readonly onReading: (reading: Reading) => void
}

/**
 * The unread state of an open conversation: the divider, which stays until the conversation is left, the button to the
 * first unread message, and marking as read while the newest message is visible [VIEW-10 VIEW-29 SESS-39].
 */
export const useUnread = (conversationId: ConversationId, view: TimelineView): Unread => {
  const account = useAccount()
  const isVisible = useVisible()
  const isConnected = useSelected(account.connection, ({ status }) => status === 'connected')
  const [mode, setMode] = useState<ScrollMode>()
  const [mark, setMark] = useState<ServerId>()
  const [atOpening, setAtOpening] = useState<{ unread: number; mark: ServerId | undefined }>()
  const [hasReached, setHasReached] = useState(false)

  const isReady = view.status === 'ready'
  const isReadingLive = mode === 'tail' && isVisible && isConnected
  const nextMark = isReady ? dividerMarker(mark, view, isReadingLive) : mark
  if (nextMark !== mark) setMark(nextMark)
  if (isReady && atOpening === undefined) {
    // The unread count may arrive before the unread messages.
    const known = view.unreadCount > 0 ? view.readUpTo : undefined
    setAtOpening({ unread: view.unreadCount, mark: nextMark ?? known })
  }
  const firstUnread = firstUnreadIndex(view, nextMark)

  const due = isReady ? readMarkerDue(view, mode === 'tail', isVisible) : undefined
  useEffect(() => {
    if (due !== undefined) void account.dispatch({ type: 'MarkRead', conversationId, upTo: due })
  }, [account, conversationId, due])

  return {
    firstUnread,
    mark: nextMark ?? view.readUpToAtOpening,
    markAtOpening: atOpening?.mark,
    hasButton: showsFirstUnreadButton(atOpening?.unread ?? 0, hasReached),
    onReading: (reading) => {
      setMode(reading.mode)
      const { firstSeen } = reading
      if (firstUnread !== undefined && firstSeen !== undefined && firstSeen <= firstUnread)
        setHasReached(true)
    },
  }
}
