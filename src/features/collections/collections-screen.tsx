import { Outlet, useChildMatches, useLocation, useNavigate } from '@tanstack/react-router'
import { Copy, Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  collectionFilters,
  groupCollectionsByDay,
  isSavedMediaItem,
  readCollectionFilter,
} from '#domain/collections/collection-list.ts'
import { dayLabel } from '#domain/formats/dates.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { ContextMenu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { type Point, useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { CollectionTile } from './collection-tile.tsx'
import styles from './collections-screen.module.css'
import {
  type CollectionActions,
  CollectionFrame,
  useCollectionActions,
  useCollectionPlace,
} from './use-collection-actions.tsx'

/** The route of the collections, with its sub-routes over the list or in its place. */
export const CollectionsScreen = () => (
  <>
    {!useIsCovered() && <CollectionList />}
    <Outlet />
  </>
)

/**
 * The viewer opens over the list, and so does the forward picker in the full frame. Other sub-routes replace the list.
 */
const useIsCovered = (): boolean => {
  const frame = useFrameMode()
  const view = useReadable(useAccount().collections.items)
  const named = useChildMatches({ select: ([child]) => child && { id: childId(child.params) } })
  if (named === undefined) return false
  if (named.id === undefined) return frame !== 'full'
  const collection =
    view.status === 'ready' ? view.value.find(({ id }) => String(id) === named.id) : undefined
  return collection === undefined || !isSavedMediaItem(collection)
}

const childId = (params: object): unknown => ('collectionId' in params ? params.collectionId : undefined)

/** The collections by day; the hash names the type filter [COLL-01 COLL-02 COLL-09]. */
const CollectionList = () => {
  const text = useText()
  const place = useCollectionPlace()
  const goBack = useGoBack(place.origin)
  const isDetailPane = useFrameMode() === 'full' && place.conversationId === undefined
  const navigate = useNavigate()
  const filter = readCollectionFilter(useLocation({ select: ({ hash }) => hash }))
  const select = (next: string) =>
    void navigate({
      href: `${place.path}#${readCollectionFilter(next)}`,
      replace: true,
      resetScroll: false,
    })
  return (
    <CollectionFrame
      isInChat={place.conversationId !== undefined}
      title={text('collections.title')}
      onBack={isDetailPane ? undefined : goBack}
    >
      <div className={styles.screen}>
        <Tabs
          label={text('collections.filter')}
          selected={filter}
          onSelect={select}
          isFilling
          items={collectionFilters.map((each) => ({
            id: each,
            label: text(`collections.filter.${each}`),
            content: <Collections filter={each} />,
          }))}
        />
      </div>
    </CollectionFrame>
  )
}

const Collections = ({ filter }: { readonly filter: (typeof collectionFilters)[number] }) => {
  const text = useText()
  const rejectionText = useRejectionText()
  const { items } = useAccount().collections
  const view = useReadable(items)
  if (view.status === 'loading') return <SkeletonList rows={5} />
  if (view.status === 'failed')
    return <ErrorState title={rejectionText(view.rejection)} onRetry={items.reload} />
  if (view.value.length === 0) {
    return (
      <EmptyState
        illustration="bookmark"
        title={text('collections.empty')}
        description={text('collections.empty-hint')}
      />
    )
  }
  return <Days items={view.value} filter={filter} />
}

interface DaysProps {
  readonly items: readonly Collection[]
  readonly filter: (typeof collectionFilters)[number]
}

const Days = ({ items, filter }: DaysProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const actions = useCollectionActions()
  const menu = useCollectionMenu(items, actions)
  const days = groupCollectionsByDay(items, filter)
  if (days.length === 0) return <EmptyState illustration="bookmark" title={text('collections.no-result')} />
  return (
    <>
      <div className={styles.days} {...menu.handlers}>
        {days.map(({ day, at, items: saved }) => (
          <section key={day} aria-label={dayLabel(at, viewpoint)}>
            <h2 className={styles.day}>{dayLabel(at, viewpoint)}</h2>
            <ul className={styles.tiles}>
              {saved.map((item) => (
                <li key={item.id}>
                  <CollectionTile collection={item} onOpen={() => actions.open(item)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {menu.element}
      {actions.dialogs}
    </>
  )
}

/** Long-press time of a tile, ms (DEC-06) [COLL-04]. */
const tilePressTime = 800

type ActionId = 'send' | 'forward' | 'copy' | 'remove'

/** The menu of a tile: by right click, menu key or long press [COLL-03 COLL-04]. */
const useCollectionMenu = (items: readonly Collection[], actions: CollectionActions) => {
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
      id: 'send',
      label: text('collections.action.send'),
      icon: <SendHorizontal />,
      isOffered: actions.send !== undefined,
    },
    { id: 'forward', label: text('collections.action.forward'), icon: <Forward />, isOffered: true },
    {
      id: 'copy',
      label: text('collections.action.copy'),
      icon: <Copy />,
      isOffered: opened?.collection.type === 'text',
    },
    {
      id: 'remove',
      label: text('collections.action.delete'),
      icon: <Trash2 />,
      isOffered: true,
      isDanger: true,
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
