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
import { ReactionBar } from '../reactions/reactions.tsx'
import {
  canReact,
  type EntryFacts,
  isMessageAct,
  type MessageAction,
  menuEntriesOf,
  offeredActions,
} from './message-entries.tsx'

interface Opened {
  readonly message: TimelineMessage
  readonly point: Point
  /** Shows the quick reactions only. */
  readonly isBrief: boolean
}

/** The input of the message menu and its callback. */
export interface MessageMenuTasks {
  readonly factsOf: (message: TimelineMessage) => EntryFacts
  readonly onSelectAction: (action: MessageAction, message: TimelineMessage) => void
  readonly onReact: (message: TimelineMessage, emoji: string) => void
  /** Whether this user may react to messages here. */
  readonly canAddReactions: boolean
  /** Whether a sideways drag of a message opens its menu [VIEW-22]. */
  readonly canSwipe: boolean
}

/** Actions that focus the composer. They run after the menu closes, because it restores the focus. */
const leadsToWriting: ReadonlySet<MessageAction> = new Set(['quote', 'mention', 'edit'])

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
  /** The target of a key that is pressed. */
  const pressedOn = useRef<EventTarget>(undefined)
  const messageAt = (target: Element): TimelineMessage | undefined => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key
    return messages.find((message) => message.key === key)
  }

  const isOffered = (action: MessageAction, message: TimelineMessage): boolean =>
    offeredActions(tasks.factsOf(message)).includes(action)

  const open = (target: Element, point: Point, isBrief = false): boolean => {
    const article = target.closest<HTMLElement>('[data-key]')
    const message = messageAt(target)
    if (article === null || message === undefined) return false
    if (offeredActions(tasks.factsOf(message)).length === 0) return false
    const isKeyboard = point.x === 0 && point.y === 0
    setOpened({ message, point: isKeyboard ? menuPointOf(article) : point, isBrief })
    return true
  }
  const longPress = useLongPress((target, point) => open(target, point))
  const swipe = useSwipe(tasks.canSwipe, {
    onMenu: open,
    onQuote: (target) => {
      const message = messageAt(target)
      if (message !== undefined && isOffered('quote', message)) tasks.onSelectAction('quote', message)
    },
  })
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || isLeftToBrowser(event.target)) return
    if (longPress.isTouching()) return event.preventDefault()
    if (open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    const { target } = event
    // The key that chose an entry of the menu may be released here, and must not open the menu again.
    const isPressedHere = pressedOn.current === target
    pressedOn.current = undefined
    if (!isShortcut(event, 'messageMenu') || !(target instanceof Element) || !target.matches('[data-key]'))
      return
    if (isPressedHere) open(target, { x: 0, y: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    pressedOn.current = target
    if (!(target instanceof Element) || !target.matches('[data-key]')) return
    const [action, message] = [actionOfKey(event), messageAt(target)]
    if (action === undefined || message === undefined) return
    if (!isOffered(action, message)) return
    event.preventDefault()
    tasks.onSelectAction(action, message)
  }
  const quickReactionsFor = (message: TimelineMessage): ReactNode =>
    canReact(tasks.factsOf(message)) && (
      <ReactionBar
        message={message}
        onReact={(emoji) => {
          setOpened(undefined)
          tasks.onReact(message, emoji)
        }}
        onMore={() => {
          setOpened(undefined)
          tasks.onSelectAction('react', message)
        }}
      />
    )
  const element: ReactNode = (
    <ContextMenu
      label={text('conversation.actions')}
      header={opened && quickReactionsFor(opened.message)}
      entries={opened && !opened.isBrief ? menuEntriesOf(tasks.factsOf(opened.message), text) : []}
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
  return { handlers: { onContextMenu, onKeyUp, ...pointer }, onKeyDown, messageAt, isOffered, open, element }
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
/** Horizontal drag the other way that quotes, px. */
const quoteOffset = 64
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
 * Returns the drag distance towards the inline start, negative the other way, at most the offset; whole px, because a
 * fraction could miss it by rounding.
 */
const travelled = (drag: Drag, x: number): number => {
  const isRightToLeft = getComputedStyle(drag.article).direction === 'rtl'
  const distance = isRightToLeft ? x - drag.x : drag.x - x
  return Math.min(swipeOffset, Math.max(-quoteOffset, Math.round(distance)))
}

interface SwipeTasks {
  readonly onMenu: (target: Element, point: Point) => void
  readonly onQuote: (target: Element) => void
}

/** The data attribute of a message while lifting the finger would open the menu or quote. */
const ready = 'swipeReady'

/**
 * Opens the menu when a finger has dragged a message 108 px towards the inline start, and quotes it after 64 px the
 * other way. The message follows the finger [VIEW-22].
 */
const useSwipe = (isOn: boolean, { onMenu, onQuote }: SwipeTasks) => {
  const current = useRef<Drag>(undefined)
  const end = () => {
    for (const name of [sideways, duration]) current.current?.article.style.removeProperty(name)
    delete current.current?.article.dataset[ready]
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
    const distance = travelled(drag, x)
    drag.isSideways ||= Math.abs(distance) > decided
    if (drag.isSideways) {
      const { direction } = getComputedStyle(drag.article)
      const way = direction === 'rtl' ? 1 : -1
      drag.article.style.setProperty(sideways, `${way * distance}px`)
      if (distance >= swipeOffset) drag.article.dataset[ready] = 'menu'
      else if (distance <= -quoteOffset) drag.article.dataset[ready] = 'quote'
      else delete drag.article.dataset[ready]
    }
  }
  const onPointerUp = ({ clientX: x, clientY: y }: PointerEvent) => {
    const drag = current.current
    end()
    if (!drag?.isSideways) return
    const distance = travelled(drag, x)
    if (distance >= swipeOffset) onMenu(drag.article, { x, y })
    else if (distance <= -quoteOffset) onQuote(drag.article)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end }
}
