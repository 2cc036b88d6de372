import { Copy, RotateCw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { ContextMenu, type MenuEntry } from '#src/ui/menu.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { useLongPress } from './use-long-press.ts'

interface Point {
  readonly x: number
  readonly y: number
}
interface Opened {
  readonly message: TimelineMessage
  readonly point: Point
}
interface MenuTasks {
  readonly onRetry: (message: TimelineMessage) => void
  readonly onDiscard: (message: TimelineMessage) => void
}

const entriesOf = (message: TimelineMessage, text: Translate): readonly MenuEntry[] => {
  const entries: MenuEntry[] = []
  if (message.type === 'txt') {
    entries.push({ id: 'copy', label: text('conversation.action.copy'), icon: <Copy aria-hidden="true" /> })
  }
  if (message.canRetry) {
    entries.push({ id: 'retry', label: text('conversation.retry'), icon: <RotateCw aria-hidden="true" /> })
  }
  if (message.state === 'failed' || message.state === 'stale') {
    const label = text('conversation.action.discard')
    entries.push({ id: 'discard', label, icon: <Trash2 aria-hidden="true" />, isDanger: true })
  }
  return entries
}

/** A link keeps the browser's own menu, and so does marked text. */
const isLeftToBrowser = (target: Element): boolean =>
  target.closest('a') !== null || window.getSelection()?.isCollapsed === false

/** The menu "Message actions" of a list of messages: by right click, long press, menu key or Enter [VIEW-20]. */
export const useMessageMenu = (messages: readonly TimelineMessage[], tasks: MenuTasks) => {
  const text = useText()
  const copy = useCopy()
  const [opened, setOpened] = useState<Opened>()

  const open = (target: Element, point: Point): boolean => {
    const article = target.closest<HTMLElement>('[data-key]')
    const message = messages.find(({ key }) => key === article?.dataset.key)
    if (article === null || message === undefined || entriesOf(message, text).length === 0) return false
    const isKeyboard = point.x === 0 && point.y === 0
    setOpened({ message, point: isKeyboard ? besides(article) : point })
    return true
  }
  const longPress = useLongPress((target, point) => open(target, point))
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || isLeftToBrowser(event.target)) return
    if (open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || !(target instanceof Element) || !target.matches('[data-key]')) return
    open(target, { x: 0, y: 0 })
  }
  const onAction = (id: string) => {
    if (opened === undefined) return
    if (id === 'copy') void copy(opened.message.body)
    if (id === 'retry') tasks.onRetry(opened.message)
    if (id === 'discard') tasks.onDiscard(opened.message)
  }
  const element: ReactNode = (
    <ContextMenu
      label={text('conversation.actions')}
      entries={opened === undefined ? [] : entriesOf(opened.message, text)}
      point={opened?.point}
      onClose={() => setOpened(undefined)}
      onAction={onAction}
    />
  )
  return { handlers: { onContextMenu, onKeyUp, ...longPress }, element }
}

/** Where a menu opens for the keyboard: at the upper start corner of what was said. */
const besides = (article: HTMLElement): Point => {
  const { left, top } = (article.querySelector('[id]') ?? article).getBoundingClientRect()
  return { x: left, y: top }
}
