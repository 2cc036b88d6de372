import { EllipsisVertical, Reply, SmilePlus } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#src/ui/use-text.ts'
import styles from './hover-actions.module.css'
import { offeredActions } from './message-entries.tsx'
import type { MessageMenuTasks, useMessageMenu } from './use-message-menu.tsx'

interface HoverActionsProps {
  readonly list: RefObject<HTMLElement | null>
  readonly menu: Pick<ReturnType<typeof useMessageMenu>, 'messageAt' | 'isOffered' | 'open'>
  readonly tasks: MessageMenuTasks
}

interface Hovered {
  readonly article: HTMLElement
  readonly isOwn: boolean
  /** How many there are. */
  readonly buttons: number
  /** The place of the buttons, from the upper left corner of the list, px. */
  readonly left: number
  readonly top: number
}

/** The size of a button, the space between two, and their distance from the bubble, px. */
const size = { button: 32, space: 4, height: 32, gap: 10 }

/** Elements that handle a double click themselves. */
const ownClicks = 'a, button, input, video, audio, [role="slider"], [data-chosen]'

/**
 * Buttons for reactions, quote and menu next to the hovered message. They overlay the list, so that nothing moves. A double click
 * quotes. Only for the mouse: keys and assistive technology reach all actions through the message menu.
 */
export const HoverActions = ({ list, menu, tasks }: HoverActionsProps) => {
  const text = useText()
  const [hovered, setHovered] = useState<Hovered>()
  const follow = useEffectEvent(({ target, pointerType, buttons: pressed }: PointerEvent) => {
    const article = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    if (article !== null && article === hovered?.article) return
    const isFree = pointerType === 'mouse' && pressed === 0 && article?.dataset.chosen === undefined
    const message = isFree && article !== null ? menu.messageAt(article) : undefined
    const offered = message === undefined ? [] : offeredActions(tasks.factsOf(message))
    const buttons = 1 + (['quote', 'react'] as const).filter((one) => offered.includes(one)).length
    const next =
      offered.length > 0 && message !== undefined && article !== null
        ? placeOf({ article, isOwn: message.isOwn, buttons }, list.current)
        : undefined
    if (next !== hovered) setHovered(next)
  })
  const quote = useEffectEvent(({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(ownClicks) !== null) return
    const message = menu.messageAt(target)
    if (message === undefined || !menu.isOffered('quote', message)) return
    window.getSelection()?.removeAllRanges()
    tasks.onSelectAction('quote', message)
  })
  useEffect(() => {
    const element = list.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const listening = new AbortController()
    const { signal } = listening
    const hide = () => setHovered(undefined)
    element.addEventListener('pointerover', (event) => follow(event), { signal })
    element.addEventListener('pointerdown', hide, { signal })
    element.addEventListener('scroll', hide, { signal, passive: true })
    element.addEventListener('dblclick', (event) => quote(event), { signal })
    frame.addEventListener('pointerleave', hide, { signal })
    return () => listening.abort()
  }, [list])
  useEffect(() => {
    if (hovered === undefined) return
    // A new message moves the others without a scroll, and an edit changes the width of a bubble.
    const observer = new ResizeObserver(() => {
      const next = placeOf(hovered, list.current)
      if (next?.left !== hovered.left || next.top !== hovered.top) setHovered(next)
    })
    for (const element of [bubbleOf(hovered.article), list.current?.firstElementChild])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [hovered, list])
  const message = hovered?.article.isConnected ? menu.messageAt(hovered.article) : undefined
  if (hovered === undefined || message === undefined) return null
  const { article, left, top } = hovered
  return (
    <div
      aria-hidden="true"
      className={styles.actions}
      style={{ insetBlockStart: top, translate: `${left}px` }}
    >
      {menu.isOffered('react', message) && (
        <button
          type="button"
          tabIndex={-1}
          title={text('conversation.action.react')}
          className={styles.action}
          onClick={({ clientX: x, clientY: y }) => {
            setHovered(undefined)
            menu.open(article, { x, y }, true)
          }}
        >
          <SmilePlus />
        </button>
      )}
      {menu.isOffered('quote', message) && (
        <button
          type="button"
          tabIndex={-1}
          title={text('conversation.action.quote')}
          className={styles.action}
          onClick={() => {
            setHovered(undefined)
            tasks.onSelectAction('quote', message)
          }}
        >
          <Reply />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        title={text('conversation.actions')}
        className={styles.action}
        onClick={({ clientX: x, clientY: y }) => {
          setHovered(undefined)
          menu.open(article, { x, y })
        }}
      >
        <EllipsisVertical />
      </button>
    </div>
  )
}

const bubbleOf = (article: HTMLElement) => article.querySelector('[id]')

/** Returns where the buttons of a message are: at the side of its bubble where there is room. */
function placeOf(
  { article, isOwn, buttons }: Pick<Hovered, 'article' | 'isOwn' | 'buttons'>,
  list: HTMLElement | null,
): Hovered | undefined {
  const width = buttons * (size.button + size.space) - size.space
  const bubble = bubbleOf(article)?.getBoundingClientRect()
  const frame = list?.getBoundingClientRect()
  if (bubble === undefined || frame === undefined) return undefined
  const isMirrored = getComputedStyle(article).direction === 'rtl'
  const isAtLeft = isOwn !== isMirrored
  const side = isAtLeft ? bubble.left - size.gap - width : bubble.right + size.gap
  const left = Math.min(frame.width - width, Math.max(0, side - frame.left))
  const top = Math.max(0, Math.min(frame.height, bubble.bottom - frame.top) - size.height)
  return { article, isOwn, buttons, left, top }
}
