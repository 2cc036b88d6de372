import { useNavigate } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useSelected } from '#src/app/use-readable.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { EmptyState, ErrorState } from '#src/ui/state-view.tsx'
import { useBackGesture } from '#src/ui/use-back-gesture.ts'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { WritingBar } from './composer/writing-bar.tsx'
import styles from './conversation.module.css'
import { ConversationHeader } from './header/conversation-header.tsx'
import { useMessageActs } from './message/use-message-acts.tsx'
import { MessageList, type MessageListHandle } from './message-list/message-list.tsx'
import { MessageSkeleton } from './message-list/message-skeleton.tsx'
import { PlaybackProvider } from './playback/playback-provider.tsx'
import { selectionKeys } from './selection/use-selection-gestures.ts'
import { UnavailableConversation } from './unavailable-conversation.tsx'
import { useArrivalAnnouncements } from './use-arrival-announcements.ts'
import { ComposingContext, createComposingDesk } from './use-composing.ts'
import { useSeeking } from './use-seeking.ts'
import { useTimeline } from './use-timeline.ts'
import { useUnread } from './use-unread.ts'
import { useViewpoint } from './use-viewpoint.ts'

interface ConversationProps {
  readonly id: ConversationId
  readonly opensAtUnread: boolean
}

/** One open conversation: header, messages, composer. */
export const Conversation = ({ id, opensAtUnread }: ConversationProps) => {
  const account = useAccount()
  const navigate = useNavigate()
  const text = useText()
  const frame = useFrameMode()
  const goBack = useGoBack(paths.messages)
  const gesture = useBackGesture(frame === 'full' ? undefined : goBack)
  const viewpoint = useViewpoint()
  const summary = useSelected(account.conversations, (all) => all.find((one) => one.id === id))
  const timeline = useTimeline(id)
  const { view } = timeline
  const unread = useUnread(id, view)
  const list = useRef<MessageListHandle>(null)
  const [composing] = useState(createComposingDesk)
  useArrivalAnnouncements(view)

  const goToFirstUnread = useCallback(() => {
    if (unread.firstUnread !== undefined) list.current?.toMessage(unread.firstUnread)
  }, [unread.firstUnread])
  const seeking = useSeeking(timeline, unread, opensAtUnread, goToFirstUnread)

  useEffect(() => {
    void account.dispatch({ type: 'OpenConversation', conversationId: id })
  }, [account, id])
  const retry = useCallback(
    ({ clientId }: TimelineMessage) => {
      if (clientId !== undefined)
        void account.dispatch({ type: 'RetryMessage', conversationId: id, clientId })
    },
    [account, id],
  )

  const cancel = useCallback(
    ({ clientId }: TimelineMessage) => {
      if (clientId !== undefined)
        void account.dispatch({ type: 'DiscardMessage', conversationId: id, clientId })
    },
    [account, id],
  )

  const openOriginal = ({ serverId }: QuotedMessage) => void navigate({ href: `${pathOf(id)}/${serverId}` })

  const acts = useMessageActs({ id, summary, messages: view.messages, viewpoint, composing, onRetry: retry })
  const isOpening = view.status === 'loading' || (seeking.isSeeking && list.current === null)
  if (view.status === 'unavailable') return <UnavailableConversation id={id} onLeave={goBack} />
  return (
    <ComposingContext value={composing}>
      <main
        aria-labelledby="conversation-name"
        className={styles.conversation}
        onKeyDownCapture={selectionKeys(acts.selecting)}
        {...gesture}
      >
        <ConversationHeader
          summary={summary}
          isLoading={isOpening || view.isLoadingOlder}
          onBack={frame === 'full' ? undefined : goBack}
        />
        {isOpening && <MessageSkeleton />}
        {view.status === 'failed' && (
          <ErrorState title={text('conversation.load-failed')} onRetry={timeline.reload} />
        )}
        {view.status === 'ready' && !isOpening && view.messages.length === 0 && (
          <EmptyState
            icon={<MessageCircle />}
            title={text('conversation.empty')}
            description={text('conversation.empty-hint', { name: summary?.title ?? '' })}
          />
        )}
        {view.status === 'ready' && !isOpening && view.messages.length > 0 && (
          <PlaybackProvider messages={view.messages}>
            <MessageList
              ref={list}
              view={view}
              viewpoint={viewpoint}
              hasSenders={summary?.kind === 'group'}
              firstUnread={unread.firstUnread}
              openAt={opensAtUnread ? unread.firstUnread : undefined}
              hasFirstUnreadButton={unread.hasButton}
              onFirstUnread={unread.firstUnread === undefined ? seeking.seek : goToFirstUnread}
              onReading={unread.onReading}
              loadOlder={timeline.loadOlder}
              onRetry={retry}
              onCancel={cancel}
              onOriginal={openOriginal}
              menu={acts.menu}
              selecting={acts.selecting}
            />
          </PlaybackProvider>
        )}
        {/* What is being written stays as it is while messages are selected. */}
        <div className={styles.foot} hidden={acts.bar !== undefined}>
          <WritingBar conversationId={id} summary={summary} onSent={() => list.current?.toTail()} />
        </div>
        {acts.bar}
        {acts.dialogs}
      </main>
    </ComposingContext>
  )
}
