import { Copy, Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { Collection } from '#schemas/translate/collections.ts'
import { useLongPress } from '#src/features/conversation/message/use-long-press.ts'
import { ContextMenu, type MenuEntry } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { CollectionActs } from './use-collection-acts.tsx'

/** A finger that rests this long on a tile asks for its menu, ms (DEC-06) [COLL-04]. */
export const tilePressTime = 800

interface Point {
  readonly x: number
  readonly y: number
}
type Act = 'send' | 'forward' | 'copy' | 'remove'

/** The menu of a tile: by right click, the menu key, or a finger that rests on it [COLL-03 COLL-04]. */
export const useCollectionMenu = (items: readonly Collection[], acts: CollectionActs) => {
  const text = useText()
  const [opened, setOpened] = useState<{ readonly collection: Collection; readonly point: Point }>()
  const open = (target: Element, point: Point): boolean => {
    const tile = target.closest<HTMLElement>('[data-collection]')
    const collection = items.find(({ id }) => String(id) === tile?.dataset.collection)
    if (!tile || !collection) return false
    const isKeyboard = point.x === 0 && point.y === 0
    const { left: x, top: y } = tile.getBoundingClientRect()
    setOpened({ collection, point: isKeyboard ? { x, y } : point })
    return true
  }
  const longPress = useLongPress(open, tilePressTime)
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    if (open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const entries: readonly (MenuEntry & { readonly id: Act; readonly isOffered: boolean })[] = [
    {
      ...{ id: 'send', label: text('collections.action.send'), icon: <SendHorizontal /> },
      isOffered: acts.send !== undefined,
    },
    { ...{ id: 'forward', label: text('collections.action.forward'), icon: <Forward /> }, isOffered: true },
    {
      ...{ id: 'copy', label: text('collections.action.copy'), icon: <Copy /> },
      isOffered: opened?.collection.type === 'text',
    },
    {
      ...{ id: 'remove', label: text('collections.action.delete'), icon: <Trash2 /> },
      ...{ isOffered: true, isDanger: true },
    },
  ]
  const element = (
    <ContextMenu
      label={text('collections.actions')}
      entries={opened === undefined ? [] : entries.filter(({ isOffered }) => isOffered)}
      point={opened?.point}
      onClose={() => setOpened(undefined)}
      onAction={(id) => {
        const entry = entries.find((one) => one.id === id)
        if (entry && opened) acts[entry.id]?.(opened.collection)
      }}
    />
  )
  return { handlers: { onContextMenu, ...longPress }, element }
}
