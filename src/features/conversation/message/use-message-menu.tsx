import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { findShortcut, isShortcut } from '#domain/keyboard/shortcuts.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { ContextMenu } from '#src/ui/menu.tsx'
import { type Point, useLongPress } from '#src/ui/use-menu-gestures.ts'
import { useText } from '#src/ui/use-text.ts'
import {
  type EntryFacts,
  isMessageAct,
  type MessageAction,
  menuEntriesOf,
  offeredActions,
} from './message-entries.tsx'

interface Opened {
  readonly message: TimelineMessage
  readonly point: Point
}

/** The input of the message menu and its callback. */
export interface MessageMenuTasks {
  readonly factsOf: (message: TimelineMessage) => EntryFacts
  readonly onSelectAction: (action: MessageAction, message: TimelineMessage) => void
  /** Whether a sideways drag of a message opens its menu [VIEW-22]. */
  readonly canSwipe: boolean
}

/** Actions that focus the composer. They run after the menu closes, because it restores the focus. */
const leadsToWriting: ReadonlySet<MessageAction> = new Set(['quote', 'mention'])

/** Links and selected text keep the browser's context menu. */
const isLeftToBrowser = (target: Element): boolean =>
  target.closest('a') !== null || window.getSelection()?.isCollapsed === false

/** Returns the action of a shortcut key. */
function actionOfKey(event: KeyboardEvent): MessageAction | undefined {
  const action = findShortcut(event, ['delete', 'copy'])
  return action === 'copy' && window.getSelection()?.isCollapsed === false ? undefined : action
}

/**
 * The menu "Message actions" of a list of messages: by right click, long press, sideways drag, menu key or Enter;
 * Delete and Ctrl+C run immediately [VIEW-20 VIEW-21 VIEW-22].
 */
export const useMessageMenu = (messages: readonly TimelineMessage[], tasks: MessageMenuTasks) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened>()
  /** The chosen action; runs when the menu has closed. */
  const chosen = useRef<() => void>(undefined)
  const messageAt = (target: Element): TimelineMessage | undefined => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key
    return messages.find((message) => message.key === key)
  }

  const open = (target: Element, point: Point): boolean => {
    const article = target.closest<HTMLElement>('[data-key]')
    const message = messageAt(target)
    if (article === null || message === undefined) return false
    if (offeredActions(tasks.factsOf(message)).length === 0) return false
    const isKeyboard = point.x === 0 && point.y === 0
    setOpened({ message, point: isKeyboard ? menuPointOf(article) : point })
    return true
  }
  const longPress = useLongPress((target, point) => open(target, point))
  const swipe = useSwipe(tasks.canSwipe, (target, point) => open(target, point))
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || isLeftToBrowser(event.target)) return
    if (longPress.isTouching()) return event.preventDefault()
    if (open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    const { target } = event
    if (!isShortcut(event, 'messageMenu') || !(target instanceof Element) || !target.matches('[data-key]'))
      return
    open(target, { x: 0, y: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || !target.matches('[data-key]')) return
    const [action, message] = [actionOfKey(event), messageAt(target)]
    if (action === undefined || message === undefined) return
    if (!offeredActions(tasks.factsOf(message)).includes(action)) return
    event.preventDefault()
    tasks.onSelectAction(action, message)
  }
  const element: ReactNode = (
    <ContextMenu
      label={text('conversation.actions')}
      entries={opened === undefined ? [] : menuEntriesOf(tasks.factsOf(opened.message), text)}
      point={opened?.point}
      onClose={() => setOpened(undefined)}
      onAction={(id) => {
        if (opened === undefined || !isMessageAct(id)) return
        const action = () => tasks.onSelectAction(id, opened.message)
        if (leadsToWriting.has(id)) chosen.current = action
        else action()
      }}
      onGone={() => {
        const action = chosen.current
        chosen.current = undefined
        action?.()
      }}
    />
  )
  const pointer = {
    onPointerDown: both(longPress.handlers.onPointerDown, swipe.onPointerDown),
    onPointerMove: both(longPress.handlers.onPointerMove, swipe.onPointerMove),
    onPointerUp: both(longPress.handlers.onPointerUp, swipe.onPointerUp),
    onPointerCancel: both(longPress.handlers.onPointerCancel, swipe.onPointerCancel),
  }
  return { handlers: { onContextMenu, onKeyUp, ...pointer }, onKeyDown, element }
}

const both =
  <Event,>(first: (event: Event) => void, second: (event: Event) => void) =>
  (event: Event) => {
    first(event)
    second(event)
  }

/** Returns the point where a menu opens by keyboard: the upper start corner of the bubble. */
const menuPointOf = (article: HTMLElement): Point => {
  const { left, top } = (article.querySelector('[id]') ?? article).getBoundingClientRect()
  return { x: left, y: top }
}

/** Horizontal drag that opens the menu, px [VIEW-22]. */
const swipeOffset = 108
/** Distance that tells a drag from a scroll, px. */
const decided = 12
/** Width of the screen edge reserved for the back gesture, px. */
const edge = 24

interface Drag {
  readonly article: HTMLElement
  readonly x: number
  readonly y: number
  isSideways: boolean
}

/** Moves the message with the finger; without a transition while it is held. */
const sideways = '--swipe'
const duration = '--swipe-time'

/**
 * Returns the drag distance in the inline direction, at most the offset; whole px, because a fraction could miss it by
 * rounding.
 */
const travelled = (drag: Drag, x: number): number => {
  const isRightToLeft = getComputedStyle(drag.article).direction === 'rtl'
  const distance = isRightToLeft ? x - drag.x : drag.x - x
  return Math.min(swipeOffset, Math.max(0, Math.round(distance)))
}

/**
 * Calls `onSwiped` when a finger has dragged a message 108 px towards the inline start. The message follows the finger
 * [VIEW-22].
 */
const useSwipe = (
  isOn: boolean,
  onSwiped: (target: Element, point: { readonly x: number; readonly y: number }) => void,
) => {
  const current = useRef<Drag>(undefined)
  const end = () => {
    for (const name of [sideways, duration]) current.current?.article.style.removeProperty(name)
    current.current = undefined
  }

  const onPointerDown = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    end()
    if (!isOn || pointerType !== 'touch' || !(target instanceof Element) || x <= edge) return
    const article = target.closest<HTMLElement>('[data-key]')
    if (article !== null) current.current = { article, x, y, isSideways: false }
  }
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    const drag = current.current
    if (drag === undefined) return
    drag.article.style.setProperty(duration, '0s')
    const isScrolling = !drag.isSideways && Math.abs(y - drag.y) > decided
    if (isScrolling) return end()
    drag.isSideways ||= travelled(drag, x) > decided
    if (drag.isSideways) {
      const { direction } = getComputedStyle(drag.article)
      const way = direction === 'rtl' ? 1 : -1
      drag.article.style.setProperty(sideways, `${way * travelled(drag, x)}px`)
    }
  }
  const onPointerUp = ({ clientX: x, clientY: y }: PointerEvent) => {
    const drag = current.current
    end()
    if (drag?.isSideways && travelled(drag, x) >= swipeOffset) onSwiped(drag.article, { x, y })
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end }
}
