import { Copy, Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '#schemas/translate/collections.ts'
import { ContextMenu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import type { Point } from '#src/ui/use-menu-gestures.ts'
import { useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { useText } from '#src/ui/use-text.ts'
import type { CollectionActions } from './use-collection-actions.tsx'

/** Long-press time of a tile, ms (DEC-06) [COLL-04]. */
export const tilePressTime = 800

type ActionId = 'send' | 'forward' | 'copy' | 'remove'

/** The menu of a tile: by right click, menu key or long press [COLL-03 COLL-04]. */
export const useCollectionMenu = (items: readonly Collection[], actions: CollectionActions) => {
  const text = useText()
  const [opened, setOpened] = useState<{ readonly collection: Collection; readonly point: Point }>()
  const { handlers, onKeyDown } = useMenuGestures((target, point) => {
    const tile = target.closest<HTMLElement>('[data-collection]')
    const collection = items.find(({ id }) => String(id) === tile?.dataset.collection)
    if (!tile || !collection) return false
    const { left: x, top: y } = tile.getBoundingClientRect()
    setOpened({ collection, point: point ?? { x, y } })
    return true
  }, tilePressTime)
  const entries: readonly (MenuEntry & { readonly id: ActionId; readonly isOffered: boolean })[] = [
    {
      ...{ id: 'send', label: text('collections.action.send'), icon: <SendHorizontal /> },
      isOffered: actions.send !== undefined,
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
        if (entry && opened) actions[entry.id]?.(opened.collection)
      }}
    />
  )
  return { handlers: { ...handlers, onKeyDown }, element }
}
