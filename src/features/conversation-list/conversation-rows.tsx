import {
  Children,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type ContextProp,
  type ItemProps,
  type ListProps,
  type StateSnapshot,
  Virtuoso,
  type VirtuosoHandle,
} from 'react-virtuoso'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { type Point, useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import { ConversationRow, overscan, rowHeight } from './conversation-row.tsx'
import styles from './conversation-rows.module.css'
import type { OpenedRow } from './row-menu.tsx'

interface ConversationRowsProps {
  readonly rows: readonly ConversationSummary[]
  /** The open conversation, or the one that a shortcut has selected. */
  readonly selected: ConversationId | undefined
  /** The key of the scroll position; each filter has its own. */
  readonly scrollKey: string
}

interface ListContext {
  /** CSS px */
  readonly scrollTop: number
  readonly list: RefObject<HTMLElement | null>
  /** Scrolls to the conversation that was open when the list appeared. */
  readonly showOpen: () => void
}

const List = ({ ref, style, children, context, ...data }: ListProps & ContextProp<ListContext>) => {
  const text = useText()
  const hasRows = Children.count(children) > 0
  useRestoredScroll(hasRows, context)
  // The virtual list measures any element, but its types allow only div.
  const listRef = ref as Ref<HTMLUListElement>
  return (
    <ul
      {...data}
      ref={listRef}
      style={style}
      aria-label={text('messages.list')}
      // Rows render after the list has been measured.
      data-waiting={hasRows ? undefined : ''}
    >
      {children}
    </ul>
  )
}
const Item = ({
  item: _item,
  context: _context,
  ...props
}: ItemProps<ConversationSummary> & ContextProp<ListContext>) => <li {...props} />
const Foot = () => <div className={styles.foot} />
const components = { List, Item, Footer: Foot }

/**
 * Restores the scroll position in the frame in which the rows appear. The virtual list shows none for four frames if it
 * restores the position itself.
 */
const useRestoredScroll = (hasRows: boolean, { scrollTop, list, showOpen }: ListContext) => {
  useLayoutEffect(() => {
    // The virtual list renders synchronously after a scroll, which an effect may not do.
    queueMicrotask(() => {
      const scroller = list.current?.querySelector('[data-virtuoso-scroller]')
      if (!hasRows || !scroller || scrollTop === 0) return
      scroller.scrollTop = scrollTop
      scroller.dispatchEvent(new Event('scroll'))
      showOpen()
    })
  }, [hasRows, scrollTop, list, showOpen])
}

/** The virtualized list of conversations. It restores its scroll position [SESS-05 SESS-06]. */
export const ConversationRows = memo(({ rows, selected, scrollKey }: ConversationRowsProps) => {
  const { userId } = useAccount()
  const isFull = useFrameMode() === 'full'
  const listState = useListState()
  const list = useRef<HTMLDivElement>(null)
  const virtuoso = useRef<VirtuosoHandle>(null)
  const place = useRef(readPlace(userId, scrollKey)).current
  const [context] = useState<ListContext>(() => {
    const index = rows.findIndex(({ id }) => id === selected)
    const showOpen = () => void (index !== -1 && virtuoso.current?.scrollIntoView({ index }))
    return { scrollTop: place?.scrollTop ?? 0, list, showOpen }
  })
  useRememberedPlace(virtuoso, userId, scrollKey)
  useOpenInView(rows, selected, virtuoso)
  const keys = useRowKeys(rows, selected, virtuoso)
  const menu = useRowMenu(rows)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    menu.onKeyDown(event)
    keys.handlers.onKeyDown(event)
  }
  const handlers = { ...menu.handlers, ...keys.handlers, onKeyDown }
  return (
    <div ref={list} className={styles.list} {...handlers}>
      <Virtuoso
        ref={virtuoso}
        data={rows}
        defaultItemHeight={rowHeight}
        minOverscanItemCount={overscan}
        // Otherwise the rows appear one frame late.
        skipAnimationFrameInResizeObserver
        computeItemKey={(_, row) => row.id}
        components={components}
        tabIndex={-1}
        itemContent={(index, row) => (
          <Row
            row={row}
            isOpen={row.id === selected}
            isTabStop={index === keys.tabStop}
            {...listStateOf(row, listState)}
          />
        )}
        context={context}
        {...(place && { restoreStateFrom: { ...place, scrollTop: 0 } })}
      />
      {menu.element}
      {!isFull && (
        <Suspense>
          <RowSwipes list={list} rows={rows} />
        </Suspense>
      )}
    </div>
  )
})

const RowSwipes = lazy(async () => ({ default: (await import('./row-swipes.tsx')).RowSwipes }))

/** Stores the scroll position when the list unmounts. */
const useRememberedPlace = (
  virtuoso: { readonly current: VirtuosoHandle | null },
  userId: UserId,
  scrollKey: string,
) => {
  useEffect(() => {
    const handle = virtuoso.current
    forgetOthers(userId)
    return () => handle?.getState((state) => rememberPlace(userId, scrollKey, state))
  }, [virtuoso, userId, scrollKey])
}

/** Scrolls the row of a conversation that has just opened into view, by as little as possible. */
const useOpenInView = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
  virtuoso: RefObject<VirtuosoHandle | null>,
) => {
  const index = rows.findIndex(({ id }) => id === open)
  const scroll = useEffectEvent(() => virtuoso.current?.scrollIntoView({ index }))
  const isListed = index !== -1
  useEffect(() => {
    if (open !== undefined && isListed) scroll()
  }, [open, isListed])
}

/** What every row depends on. The list subscribes once: subscriptions of each row made the first render longer. */
const useListState = () => {
  const account = useAccount()
  const online = useReadable(account.online)
  const status = useSelected(account.connection, (connection) => connection.status)
  const viewpoint = useViewpoint()
  return { online, status, viewpoint }
}

/** The part of the list state that a row shows. */
const listStateOf = (
  { peerId, lastMessage }: ConversationSummary,
  { online, status, viewpoint }: ReturnType<typeof useListState>,
) => ({
  viewpoint,
  isOnline: status === 'connected' && peerId !== undefined && online.has(peerId),
  isAwaited: status === 'catching-up' && lastMessage === undefined,
})

type RowProps = Omit<ComponentProps<typeof ConversationRow>, 'typing'>

const Row = memo((props: RowProps) => {
  const typing = useSelected(useAccount().typing, (all) => all.get(props.row.id))
  return <ConversationRow {...props} typing={typing} />
})

const places = new Map<string, StateSnapshot>()
const nameOf = (user: UserId, list: string): string => `${user} ${list}`

/** Returns the stored scroll position of a list of this account in this tab [SESS-05]. */
const readPlace = (user: UserId, list: string): StateSnapshot | undefined => places.get(nameOf(user, list))

const rememberPlace = (user: UserId, list: string, state: StateSnapshot): void => {
  places.set(nameOf(user, list), state)
}

/** Removes the scroll positions of other accounts. */
const forgetOthers = (user: UserId): void => {
  for (const name of places.keys()) if (!name.startsWith(`${user} `)) places.delete(name)
}

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Returns the row index of an element, from the index that the virtual list sets on each item. */
const rowOf = (target: EventTarget): number | undefined => {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-item-index]') : null
  return item === null ? undefined : Number(item.dataset.itemIndex)
}

/** A roving tab index over the rows: arrows, Home and End also reach rows that are not rendered yet. */
const useRowKeys = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
  virtuoso: RefObject<VirtuosoHandle | null>,
) => {
  const [walked, setWalked] = useState<ConversationId>()
  const walkedAt = rows.findIndex(({ id }) => id === walked)
  const openAt = rows.findIndex(({ id }) => id === open)
  const tabStop = Math.max(walkedAt === -1 ? openAt : walkedAt, 0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    const move = moves[event.key]
    if (at === undefined || move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = move(at, rows.length - 1)
    const list = event.currentTarget
    const find = () => list.querySelector<HTMLElement>(`[data-item-index="${index}"] a`)
    const drawn = find()
    if (drawn !== null) return drawn.focus()
    virtuoso.current?.scrollIntoView({ index, done: () => find()?.focus() })
  }
  const onFocus = (event: FocusEvent) => setWalked(rows[rowOf(event.target) ?? -1]?.id)
  return { tabStop, handlers: { onKeyDown, onFocus } }
}

const loadMenu = onceLoaded(async () => (await import('./row-menu.tsx')).RowMenu)

/**
 * The menu of a list's rows: by right click, long press, menu key or Shift+F10. Its code is loaded when it first opens.
 */
const useRowMenu = (rows: readonly ConversationSummary[]) => {
  const [opened, setOpened] = useState<OpenedRow>()
  const close = () => setOpened(undefined)
  const { Component } = useWhenNeeded(opened !== undefined, loadMenu, close)
  const { handlers, onKeyDown } = useMenuGestures((target, point) => {
    const item = target.closest<HTMLElement>('[data-item-index]')
    const row = item === null ? undefined : rows[Number(item.dataset.itemIndex)]
    if (item === null || row === undefined) return false
    setOpened({ row, point: point ?? startOf(item) })
    return true
  })
  const element: ReactNode = Component && <Component opened={opened} onClose={close} />
  return { handlers, onKeyDown, element }
}

/** Returns the point where a menu opens by keyboard: below the start of the row. */
const startOf = (item: HTMLElement): Point => {
  const { left, right, top, height } = item.getBoundingClientRect()
  const isMirrored = getComputedStyle(item).direction === 'rtl'
  return { x: isMirrored ? right - height / 2 : left + height / 2, y: top + height / 2 }
}
