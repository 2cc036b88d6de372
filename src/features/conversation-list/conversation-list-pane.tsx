import { useNavigate, useRouterState } from '@tanstack/react-router'
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { findShortcut } from '#domain/keyboard/shortcuts.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSearchHref } from '#src/app/frame/search-link.tsx'
import { oneOf } from '#src/app/one-of.ts'
import { conversationFilters, paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { isPageCovered } from '#src/ui/is-page-covered.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './conversation-list-pane.module.css'
import { ConversationRows } from './conversation-rows.tsx'
import { linkTo, linkToUnread, useOpenConversation } from './link-to.ts'
import { type Filter, filterConversations, hasHiddenRows, ListHeader } from './list-header.tsx'

/** The list of the account's conversations, with search, filter and menus [SESS-01 SESS-02 SESS-03]. */
export const ConversationListPane = () => {
  const account = useAccount()
  const all = useReadable(account.conversations)
  const hasLoaded = useReadable(account.hasLoadedConversations)
  const open = useOpenConversation()
  const [filter, chooseFilter] = useFilter()
  // The open conversation stays among the unread ones after it is read.
  const alwaysListed = filter === 'unread' ? open : undefined
  const shown = useMemo(() => filterConversations(all, filter, alwaysListed), [all, filter, alwaysListed])
  const isFull = useFrameMode() === 'full'
  const pane = useRef<HTMLDivElement>(null)
  const search = usePaneSearch(open, pane)
  const selected = useSelectionShortcuts(shown, open, isFull && search.href === undefined)
  if (search.href !== undefined)
    return (
      <Suspense fallback={<SkeletonList />}>
        <SearchPane href={search.href} onClose={search.close} />
      </Suspense>
    )
  return (
    <div ref={pane} className={styles.pane}>
      <ListHeader
        conversations={all}
        filter={filter}
        onFilter={chooseFilter}
        isNextToConversation={open !== undefined}
      />
      {shown.length > 0 && (
        <ConversationRows key={filter} rows={shown} selected={selected} scrollKey={filter} />
      )}
      {shown.length === 0 && !hasLoaded && <SkeletonList />}
      {shown.length === 0 && hasLoaded && (
        <NoConversations filter={filter} areHidden={hasHiddenRows(all, filter)} onFilter={chooseFilter} />
      )}
    </div>
  )
}

const SearchPane = lazy(async () => ({
  default: (await import('../search/search-screen.tsx')).SearchPane,
}))

/**
 * The global search in the list pane of the full frame. It stays while its results are opened. It ends when the user
 * closes it or no conversation is open any more. Closing it focuses the link that opens the search.
 */
const usePaneSearch = (open: ConversationId | undefined, pane: RefObject<HTMLElement | null>) => {
  const navigate = useNavigate()
  const isFull = useFrameMode() === 'full'
  const currentHref = useSearchHref()
  const [lastHref, setLastHref] = useState(currentHref)
  const [wasClosed, setWasClosed] = useState(false)
  const href = currentHref ?? (open === undefined ? undefined : lastHref)
  if (href !== lastHref) setLastHref(href)
  useEffect(() => {
    if (!wasClosed || href !== undefined) return
    setWasClosed(false)
    pane.current?.querySelector<HTMLElement>(`a[href^="${paths.search}"]`)?.focus()
  }, [wasClosed, href, pane])
  const close = () => {
    setLastHref(undefined)
    setWasClosed(true)
    if (currentHref === undefined) return
    void navigate(
      open === undefined ? { to: paths.messages, replace: true } : { ...linkTo({ id: open }), replace: true },
    )
  }
  return { href: isFull ? href : undefined, close }
}

/** The illustration of the empty list of each filter. */
const illustrations = { all: 'conversations', unread: 'done', groups: 'groups', hidden: 'gone' } as const

interface NoConversationsProps {
  readonly filter: Filter
  /** Whether the filter has conversations, all of them hidden. */
  readonly areHidden: boolean
  readonly onFilter: (filter: Filter) => void
}

/** The empty state of the list, with one action [SESS-08]. */
const NoConversations = ({ filter, areHidden, onFilter }: NoConversationsProps) => {
  const text = useText()
  const navigate = useNavigate()
  const next = areHidden ? 'hidden' : 'all'
  const hasNone = filter === 'all' && !areHidden
  return (
    <EmptyState
      illustration={illustrations[filter]}
      title={text(`messages.empty.${areHidden ? 'all-hidden' : filter}`)}
      description={text(`messages.empty.${areHidden ? next : filter}-hint`)}
      action={
        <Button onPress={() => (hasNone ? void navigate({ to: paths.contact }) : onFilter(next))}>
          {text(`messages.empty.${hasNone ? 'all-action' : `show-${next}`}`)}
        </Button>
      }
    />
  )
}

/**
 * Returns the filter of the list, and a function that changes it. The filter is a query of the list's URL [SESS-04].
 * The URL of an open conversation has no such query, so the last filter stays.
 */
const useFilter = (): readonly [Filter, (filter: Filter) => void] => {
  const navigate = useNavigate()
  const isListAddress = useRouterState({ select: ({ location }) => location.pathname === paths.messages })
  const queried = useRouterState({
    select: ({ location }) => oneOf(conversationFilters, queryOf(location.search)),
  })
  const [last, setLast] = useState<Filter>(queried ?? 'all')
  const filter = isListAddress ? (queried ?? 'all') : last
  if (filter !== last) setLast(filter)

  const choose = useCallback(
    (next: Filter) => {
      if (!isListAddress) return setLast(next)
      void navigate({ to: paths.messages, search: next === 'all' ? {} : { filter: next }, replace: true })
    },
    [isListAddress, navigate],
  )
  return [filter, choose]
}

const queryOf = (search: object): unknown => ('filter' in search ? search.filter : undefined)

/**
 * Two shortcuts select the next and the previous conversation of the list, wherever the focus is, unless an overlay
 * covers the page. The selected conversation opens. While a key is held, only the selection moves, because a key repeats
 * faster than conversations open. The selected one opens when the key is released. The conversations that one held key
 * opens share a history entry.
 * @param isInView whether the list shows the selection; if not, each repeat of a held key opens a conversation
 * @returns the selected conversation: the open one, or the one that a key has selected and that is not open yet
 */
const useSelectionShortcuts = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
  isInView: boolean,
): ConversationId | undefined => {
  const navigate = useNavigate()
  const [opening, setOpening] = useState<ConversationId>()
  const isHeld = useRef(false)
  const selected = opening ?? open
  const select = async (row: ConversationSummary, replace: boolean) => {
    setOpening(row.id)
    if (isHeld.current) return
    await navigate({ ...linkToUnread(row), replace })
    // A superseded navigation resolves together with the last one. By then another key may be held.
    if (!isHeld.current) setOpening(undefined)
  }
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = findShortcut(event, ['nextConversation', 'previousConversation'])
    if (shortcut === undefined || event.defaultPrevented || isPageCovered()) return
    event.preventDefault()
    isHeld.current = event.repeat && isInView
    const at = rows.findIndex(({ id }) => id === selected)
    const next = at === -1 ? rows[0] : rows[shortcut === 'nextConversation' ? at + 1 : at - 1]
    if (next !== undefined) void select(next, event.repeat)
  })
  const onRelease = useEffectEvent(() => {
    if (!isHeld.current) return
    isHeld.current = false
    const row = rows.find(({ id }) => id === opening)
    if (row === undefined) setOpening(undefined)
    else void select(row, true)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const release = () => onRelease()
    window.addEventListener('keydown', (event) => onPress(event), { signal })
    window.addEventListener('keyup', release, { signal })
    // A key that is released in another window sends no event here.
    window.addEventListener('blur', release, { signal })
    // During a recording a dialog asks whether to leave. If the user stays, by a click or Escape, `navigate` never
    // resolves.
    const reset = () => setOpening(undefined)
    const resetOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && reset()
    window.addEventListener('click', reset, { capture: true, signal })
    window.addEventListener('keydown', resetOnEscape, { capture: true, signal })
    return () => listening.abort()
  }, [])
  return selected
}
