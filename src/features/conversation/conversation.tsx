import { useNavigate, useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { detailsOf } from '#domain/conversation/conversation-summary.ts'
import type { SeekTarget, TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { announceArrivals } from '#domain/message-list/arrivals.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useBackGesture } from '#src/ui/screen.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useEscapeFrom } from '#src/ui/use-escape-from.ts'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { WritingBar } from './composer/writing-bar.tsx'
import styles from './conversation.module.css'
import { DayChoice } from './find/day-choice.tsx'
import { useHitNavigation, useOpenFind } from './find/find-address.ts'
import { FindBar } from './find/find-bar.tsx'
import { ConversationHeader } from './header/conversation-header.tsx'
import { TopBars, useTopBarsStyle } from './header/top-bars.tsx'
import { messageLine } from './message/message-line.ts'
import { useMessageActions } from './message/use-message-actions.tsx'
import {
  type Arrival,
  MessageList,
  type MessageListHandle,
  MessageSkeleton,
} from './message-list/message-list.tsx'
import { PlaybackProvider } from './playback/playback-provider.tsx'
import { selectionKeys, useEscapeFromSelecting } from './selection/selection.tsx'
import { UnavailableConversation } from './unavailable-conversation.tsx'
import { UnsentSummary } from './unsent-summary.tsx'
import { ComposingContext, createComposerChannel } from './use-composing.ts'
import { useFindKey } from './use-conversation-keys.ts'
import { useJumping, useTimeline } from './use-timeline.ts'
import { useUnread } from './use-unread.ts'
import { useViewpoint } from './use-viewpoint.ts'
import { useCovered } from './use-visible.ts'

interface ConversationProps {
  readonly id: ConversationId
  /** The jump target in the URL; each new one starts a jump. */
  readonly target: SeekTarget | undefined
  readonly opensAtUnread: boolean
}

/** Returns how a jump arrives. A jump by a button of a bar keeps the focus on the button. */
const arrivalOf = (target: SeekTarget, barTarget: SeekTarget | undefined): Arrival => {
  if (target === barTarget) return 'standing-out'
  return target.kind === 'message' ? 'focused' : 'quiet'
}

/** One open conversation: header, messages, composer. */
export const Conversation = ({ id, target, opensAtUnread }: ConversationProps) => {
  const account = useAccount()
  const navigate = useNavigate()
  const text = useText()
  const toasts = useToasts()
  const frame = useFrameMode()
  const goBack = useGoBack(paths.messages)
  const leave = frame === 'full' ? undefined : goBack
  const gesture = useBackGesture(leave)
  const page = useRef<HTMLElement>(null)
  const viewpoint = useViewpoint()
  const details = useSelected(account.conversations, (all) => {
    const row = all.find((one) => one.id === id)
    return row && detailsOf(row)
  })
  const timeline = useTimeline(id)
  const { view } = timeline
  const unread = useUnread(id, view)
  const list = useRef<MessageListHandle>(null)
  const [composing] = useState(createComposerChannel)
  useArrivalAnnouncements(view)

  const { markAtOpening } = unread
  const unreadAtOpening = useMemo(
    () =>
      opensAtUnread && markAtOpening !== undefined
        ? ({ kind: 'unread', mark: markAtOpening } as const)
        : undefined,
    [opensAtUnread, markAtOpening],
  )
  const connection = useSelected(account.connection, ({ status }) => status)
  const [shownDay, setShownDay] = useState<number>()
  /** The original of a quote that a jump is looking for. */
  const quoted = useRef<ServerId>(undefined)
  /** The search hit or pinned message that the last press in its bar jumps to. */
  const barTarget = useRef<SeekTarget>(undefined)
  const jumping = useJumping(timeline, target ?? unreadAtOpening, connection, (end) => {
    const original = target === undefined ? quoted.current : undefined
    quoted.current = undefined
    if (end.kind === 'found') list.current?.toMessage(end.index, arrivalOf(end.target, barTarget.current))
    else if (original !== undefined) void navigate({ href: `${pathOf(id)}/${original}` })
    // No toast if everything has been read meanwhile.
    else if (end.target.kind !== 'unread' || end.kind === 'failed') {
      const reason = end.kind === 'failed' && connection === 'offline' ? 'offline' : end.kind
      toasts.show({ kind: 'info', text: text(`conversation.seeking.${reason}`) })
    }
    // The target is removed from the URL, so that going back or a new render does not jump again.
    if (target !== undefined) void navigate({ href: pathOf(id), replace: true, resetScroll: false })
  })
  const { cancel: cancelJump } = jumping
  const goToTail = useCallback(() => {
    cancelJump()
    list.current?.toTail()
  }, [cancelJump])
  const hitNavigation = useHitNavigation()
  useContinuedSearch(target)
  const openFind = useOpenFind(id)
  useFindKey(() => openFind(hitNavigation.get()?.keyword))

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

  const seek = (next: SeekTarget, original?: ServerId) => {
    quoted.current = original
    jumping.seek(next)
  }
  const jumpToMessage = (message: ServerId) => {
    barTarget.current = { kind: 'message', serverId: message }
    seek(barTarget.current)
  }
  // Only an original that cannot be reached opens on its own screen.
  const openOriginal = ({ serverId }: QuotedMessage) => seek({ kind: 'message', serverId }, serverId)

  const actions = useMessageActions({
    id,
    details,
    messages: view.messages,
    isLive: view.status === 'ready' && !view.hasNewer,
    viewpoint,
    composing,
    onRetry: retry,
  })
  const barsStyle = useTopBarsStyle(details)
  useEscapeFromSelecting(actions.selecting)
  // Escape first ends an edit, or closes the bar of the search hits.
  const isBusy = useReadable(hitNavigation) !== undefined || actions.editing.edited !== undefined
  useEscapeFrom(page, isBusy ? undefined : leave)
  const isOpening = view.status === 'loading' || (jumping.isSeeking && list.current === null)
  const hasOpenedAtUnread = opensAtUnread && view.status === 'ready' && !isOpening
  useEffect(() => {
    if (hasOpenedAtUnread) void navigate({ href: pathOf(id), replace: true, resetScroll: false })
  }, [hasOpenedAtUnread, navigate, id])
  if (view.status === 'unavailable') return <UnavailableConversation id={id} onLeave={goBack} />
  return (
    <ComposingContext value={composing}>
      <main
        ref={page}
        aria-labelledby="conversation-name"
        className={styles.conversation}
        style={barsStyle}
        onKeyDownCapture={selectionKeys(actions.selecting)}
        {...gesture}
      >
        <ConversationHeader details={details} isLoading={isOpening || view.isLoadingOlder} onBack={leave} />
        <FindBar id={id} onGo={jumpToMessage} />
        <TopBars details={details} view={view} onUnpin={actions.unpin} onGo={jumpToMessage} />
        {!isOpening && jumping.isSeeking && (
          <SeekingNote isOffline={connection === 'offline'} onCancel={cancelJump} />
        )}
        {isOpening && <MessageSkeleton />}
        {view.status === 'failed' && (
          <ErrorState title={text('conversation.load-failed')} onRetry={timeline.reload} />
        )}
        {view.status === 'ready' && !isOpening && view.messages.length === 0 && (
          <EmptyState
            illustration="hello"
            title={text('conversation.empty')}
            {...(details?.title && { description: text('conversation.empty-hint', { name: details.title }) })}
          />
        )}
        {view.status === 'ready' && !isOpening && view.messages.length > 0 && (
          <PlaybackProvider messages={view.messages}>
            <MessageList
              ref={list}
              view={view}
              viewpoint={viewpoint}
              hasSenders={details?.kind === 'group'}
              firstUnread={unread.firstUnread}
              openAt={jumping.found ?? (opensAtUnread ? unread.firstUnread : undefined)}
              hasFirstUnreadButton={unread.hasButton}
              onFirstUnread={() => seek({ kind: 'unread', mark: unread.mark })}
              onReading={unread.onReading}
              loadOlder={timeline.loadOlder}
              loadNewer={timeline.loadNewer}
              onNewest={timeline.showNewest}
              onDay={setShownDay}
              onRetry={retry}
              onCancel={cancel}
              onOriginal={openOriginal}
              menu={actions.menu}
              selecting={actions.selecting}
            />
          </PlaybackProvider>
        )}
        <UnsentSummary conversationId={id} view={view} onShow={goToTail} />
        {/* The composer keeps its text while messages are selected. */}
        <div className={styles.foot} hidden={actions.bar !== undefined}>
          <WritingBar
            conversationId={id}
            details={details}
            onSent={goToTail}
            edited={actions.editing.edited}
            onEditChange={actions.editing.change}
            onEditEnd={actions.editing.end}
            onEditLeave={actions.editing.leave}
          />
        </div>
        {actions.bar}
        {actions.dialogs}
        {shownDay !== undefined && (
          <DayChoice
            shown={shownDay}
            onClose={() => setShownDay(undefined)}
            onChoose={(at) => seek({ kind: 'moment', at })}
          />
        )}
      </main>
    </ComposingContext>
  )
}

/** Continues a global search at the hit that the conversation is opened at. */
const useContinuedSearch = (target: SeekTarget | undefined): void => {
  const hitNavigation = useHitNavigation()
  const keyword = useRouterState({ select: ({ location }) => location.state.hitKeyword })
  useEffect(() => {
    if (keyword && target?.kind === 'message') hitNavigation.set({ keyword, at: target.serverId })
  }, [hitNavigation, keyword, target])
}

interface SeekingNoteProps {
  readonly isOffline: boolean
  readonly onCancel: () => void
}

/** Shown over the messages while a jump loads its target. */
const SeekingNote = ({ isOffline, onCancel }: SeekingNoteProps) => {
  const text = useText()
  return (
    <div className={styles.place}>
      <div role="status" className={styles.note}>
        <Spinner size="small" isDecorative />
        {text(isOffline ? 'conversation.seeking.offline' : 'conversation.seeking')}
        <IconButton label={text('common.cancel')} icon={<X />} onPress={onCancel} />
      </div>
    </div>
  )
}

const announcedText = (message: TimelineMessage, text: Translate): string =>
  text('conversation.announce', { sender: message.senderName, text: messageLine(message, text) })

/**
 * Announces new messages of others to assistive technology. The message list itself is silent, so scrolling in the
 * history or in a detached window announces nothing. Neither does a conversation that another page covers.
 */
const useArrivalAnnouncements = ({ status, messages, hasNewer }: TimelineView): void => {
  const text = useText()
  const announce = useAnnouncer()
  const isCovered = useCovered()
  const announcedUpTo = useRef<ServerId>(undefined)
  useEffect(() => {
    if (status !== 'ready' || hasNewer) return
    const { announcedUpTo: next, announcement } = announceArrivals(announcedUpTo.current, messages)
    announcedUpTo.current = next
    if (announcement === undefined || isCovered) return
    if (announcement.kind === 'count') announce(text('conversation.new-count', { count: announcement.count }))
    else announce(announcement.messages.map((message) => announcedText(message, text)).join('\n'))
  }, [status, messages, hasNewer, text, announce, isCovered])
}
