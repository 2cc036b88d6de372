import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useState } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { windowAround, windowAtTail } from '#domain/message-list/message-window.ts'
import { buildRows } from '#domain/message-list/rows.ts'
import { type ScrollMode, showsLatestButton, wantsNewer } from '#domain/message-list/scroll-mode.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { HoverActions } from '../message/hover-actions.tsx'
import { type MessageListActions, MessageListActionsContext } from '../message/message-list-actions.ts'
import { type MessageMenuTasks, useMessageMenu } from '../message/use-message-menu.tsx'
import { type Selecting, useSelectionGestures } from '../selection/selection.tsx'
import { DayGroup } from './day-group.tsx'
import { HistoryEdge, NewerEdge, useOlderMessages } from './history-edge.tsx'
import styles from './message-list.module.css'
import { JumpButtons, useMessageNavigation, useOriginal } from './message-navigation.tsx'
import { type Jump, type SettledScroll, useScrollAnchor } from './scroll-anchor.ts'
import { extentOf, indexInWindow, selectedRange, useRenderedMessages } from './use-rendered-messages.ts'

/** The reading position; messages by their index. */
export interface Reading {
  readonly mode: ScrollMode
  readonly firstSeen: number | undefined
}

/**
 * How a jump ends: highlighted and focused, highlighted and focused only if the focus is in the list, or neither.
 */
export type Arrival = 'quiet' | 'standing-out' | 'focused'

export interface MessageListHandle {
  /** Jumps to the newest message and follows the tail. */
  toTail(): void
  toMessage(index: number, arrival: Arrival): void
}

interface MessageListProps {
  readonly view: TimelineView
  readonly viewpoint: Viewpoint
  /** True in a group, where each run shows its sender. */
  readonly hasSenders: boolean
  /** The index of the message after the unread divider. */
  readonly firstUnread: number | undefined
  /** The index of the message to open near the top; the newest when undefined. */
  readonly openAt: number | undefined
  readonly hasFirstUnreadButton: boolean
  readonly onFirstUnread: () => void
  readonly onReading: (reading: Reading) => void
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  /** Returns from a detached window to the live window. */
  readonly onNewest: () => void
  /** Opens the calendar; receives a time within the current day, ms. */
  readonly onDay: (at: number) => void
  readonly onRetry: (message: TimelineMessage) => void
  /** Discards a message whose file is still uploading. */
  readonly onCancel: (message: TimelineMessage) => void
  /** Shows a quoted message that is not loaded. */
  readonly onOriginal: (quote: QuotedMessage) => void
  readonly menu: MessageMenuTasks
  readonly selecting: Selecting
  readonly ref: Ref<MessageListHandle>
}

/** Space above a jump target for the floating date and a line of context, px. */
const jumpOffset = 96

/**
 * The message list, windowed by message key: at most about 200 messages are in the document. The visible messages keep
 * their position when others appear, go or change their height [VIEW-27 VIEW-28].
 */
export const MessageList = (props: MessageListProps) => {
  const { view, viewpoint, firstUnread, openAt } = props
  const { messages } = view
  const text = useText()
  const [mode, setMode] = useState<ScrollMode>(openAt === undefined ? 'tail' : 'neither')
  const [isFarFromTail, setIsFarFromTail] = useState(false)
  const { rendered, show, moveWindow } = useRenderedMessages(messages, openAt, mode)
  const extent = extentOf(rendered, view.hasNewer)
  const { start, end } = rendered.window
  const days = useMemo(
    () => buildRows({ messages, start, end, firstUnread }),
    [messages, start, end, firstUnread],
  )
  const lookForOlder = useOlderMessages(view, props.loadOlder)
  const jumpTo = (index: number): Jump => ({
    to: 'message',
    key: messages[index]?.key ?? '',
    offset: jumpOffset,
  })

  const onSettled = (settled: SettledScroll) => {
    // Setting an equal state could render and settle again in an endless loop.
    if (settled.mode !== mode) setMode(settled.mode)
    const isFar = showsLatestButton(settled.metrics, settled.mode, extent, view.unreadCount)
    if (isFar !== isFarFromTail) setIsFarFromTail(isFar)
    lookForOlder(settled.metrics, extent)
    if (wantsNewer(settled.metrics, extent, view)) props.loadNewer()
    const first = indexInWindow(rendered, settled.seen?.first)
    const last = indexInWindow(rendered, settled.seen?.last)
    props.onReading({ mode: settled.mode, firstSeen: first })
    if (first !== undefined && last !== undefined) moveWindow({ first, last }, selectedRange(rendered))
  }
  const { container, content, scrollAnchor } = useScrollAnchor(
    openAt === undefined ? { to: 'tail' } : jumpTo(openAt),
    extent,
    onSettled,
  )

  const toTail = () => {
    scrollAnchor.current?.request({ to: 'tail' })
    if (view.hasNewer) {
      // The focused message leaves the document with its window; focus the list so that its keys still work.
      if (container.current?.contains(document.activeElement))
        container.current.focus({ preventScroll: true })
      props.onNewest()
    } else if (extent.showsNewest) scrollAnchor.current?.resettle()
    else show(windowAtTail(messages.length))
  }
  const toMessage = (index: number) => {
    scrollAnchor.current?.request(jumpTo(index))
    show(windowAround(index, messages.length))
  }
  const renderedKeys = useMemo(() => messages.slice(start, end).map(({ key }) => key), [messages, start, end])
  const walk = useMessageNavigation({
    list: container,
    renderedKeys,
    onEnd: (side) => {
      if (side === 'last' && view.hasNewer) return toTail()
      const index = side === 'first' ? 0 : messages.length - 1
      walk.focusNext(messages[index]?.key ?? '')
      toMessage(index)
    },
  })

  const { showOriginal, standOut } = useOriginal({
    list: container,
    messages,
    goTo: (index, key) => {
      walk.focusNext(key)
      toMessage(index)
    },
    onElsewhere: props.onOriginal,
  })
  useImperativeHandle(props.ref, () => ({
    toTail,
    toMessage(index, arrival) {
      const key = messages[index]?.key
      if (arrival !== 'quiet' && key !== undefined) {
        standOut(key)
        if (arrival === 'focused' || container.current?.contains(document.activeElement)) walk.focusNext(key)
      }
      toMessage(index)
    },
  }))
  const { onRetry, onCancel } = props
  const { onReact, canAddReactions } = props.menu
  const actions = useMemo<MessageListActions>(
    () => ({
      retry: onRetry,
      cancel: onCancel,
      canAddReactions,
      react: onReact,
      showOriginal,
      hold: ({ key }) => scrollAnchor.current?.hold(key),
      settle: () => scrollAnchor.current?.resettle(),
    }),
    [onRetry, onCancel, canAddReactions, onReact, showOriginal, scrollAnchor],
  )
  const menu = useMessageMenu(messages, props.menu)
  const isSelecting = useSelected(props.selecting.selection, (selection) => selection !== undefined)
  const gestures = useSelectionGestures(props.selecting, isSelecting)
  const onKeyDown = (event: KeyboardEvent) => {
    walk.onKeyDown(event)
    if (!isSelecting) menu.onKeyDown(event)
  }

  return (
    <div className={styles.frame}>
      <MessageListActionsContext value={actions}>
        <div
          ref={container}
          role="log"
          aria-label={text('conversation.messages')}
          aria-live="off"
          tabIndex={-1}
          className={styles.list}
          onFocus={walk.onFocus}
          data-selecting={isSelecting}
          onKeyDown={onKeyDown}
          {...(isSelecting ? gestures : menu.handlers)}
        >
          <div className={styles.clip}>
            <div ref={content} className={styles.content}>
              <HistoryEdge view={view} onRetry={() => props.loadOlder()} />
              {days.map((group) => (
                <DayGroup
                  key={group.day}
                  group={group}
                  hasSenders={props.hasSenders}
                  tabStop={walk.tabStop}
                  viewpoint={viewpoint}
                  onDay={props.onDay}
                />
              ))}
            </div>
          </div>
        </div>
      </MessageListActionsContext>
      <NewerEdge view={view} onRetry={props.loadNewer} />
      {menu.element}
      <HoverActions list={container} menu={menu} tasks={props.menu} />
      <JumpButtons
        hasLatest={isFarFromTail}
        hasFirstUnread={props.hasFirstUnreadButton}
        newCount={mode === 'tail' ? 0 : view.unreadCount}
        onLatest={() => (extent.showsNewest ? scrollAnchor.current?.glideToTail() : toTail())}
        onFirstUnread={props.onFirstUnread}
      />
    </div>
  )
}

/** Bubble widths of the skeleton, as shares of the pane; negative ones are own messages. */
const shapes = [0.42, 0.3, -0.36, 0.5, -0.24, -0.44, 0.34] as const

/** The skeleton of the message list. It fades in only when loading takes a moment. */
export const MessageSkeleton = () => {
  const text = useText()
  return (
    <div role="status" aria-label={text('conversation.loading')} className={styles.skeletons}>
      {shapes.map((share) => (
        <div
          key={share}
          className={styles.bubble}
          data-own={share < 0}
          style={{ inlineSize: `${Math.abs(share) * 100}%` }}
        >
          <SkeletonLine width={0.9} />
          <SkeletonLine width={0.5} />
        </div>
      ))}
    </div>
  )
}
