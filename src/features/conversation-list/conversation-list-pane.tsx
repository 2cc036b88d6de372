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
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './conversation-list-pane.module.css'
import { ConversationRows } from './conversation-rows.tsx'
import { linkTo, openActions, useOpenConversation } from './link-to.ts'
import { type Filter, filterConversations, hasHiddenRows, ListHeader } from './list-header.tsx'

/** All conversations of the account, with search, filter and a menu [SESS-01 SESS-02 SESS-03]. */
export const ConversationListPane = () => {
  const account = useAccount()
  const all = useReadable(account.conversations)
  const hasLoaded = useReadable(account.hasLoadedConversations)
  const open = useOpenConversation()
  const [filter, chooseFilter] = useFilter()
  // The other filters do not depend on it.
  const listedAnyway = filter === 'unread' ? open : undefined
  const shown = useMemo(() => filterConversations(all, filter, listedAnyway), [all, filter, listedAnyway])
  const isFull = useFrameMode() === 'full'
  const pane = useRef<HTMLDivElement>(null)
  const search = usePaneSearch(open, pane)
  const selected = useNeighbourKeys(shown, open, isFull && search.href === undefined)
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
        isBesideConversation={open !== undefined}
      />
      {shown.length > 0 && <ConversationRows key={filter} rows={shown} open={selected} memory={filter} />}
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
 * The global search in the list pane of the full frame. It stays while its results are opened, and ends when it is
 * closed or no conversation is open any more.
 */
const usePaneSearch = (open: ConversationId | undefined, pane: RefObject<HTMLElement | null>) => {
  const navigate = useNavigate()
  const isFull = useFrameMode() === 'full'
  const shownHref = useSearchHref()
  const [lastHref, setLastHref] = useState(shownHref)
  const [wasClosed, setWasClosed] = useState(false)
  const next = shownHref ?? (open === undefined ? undefined : lastHref)
  if (next !== lastHref) setLastHref(next)
  useEffect(() => {
    if (!wasClosed || next !== undefined) return
    setWasClosed(false)
    pane.current?.querySelector<HTMLElement>(`a[href^="${paths.search}"]`)?.focus()
  }, [wasClosed, next, pane])
  const close = () => {
    setLastHref(undefined)
    setWasClosed(true)
    if (shownHref === undefined) return
    void navigate(
      open === undefined ? { to: paths.messages, replace: true } : { ...linkTo({ id: open }), replace: true },
    )
  }
  return { href: isFull ? next : undefined, close }
}

const drawings = { all: 'conversations', unread: 'done', groups: 'groups', hidden: 'done' } as const

interface NoConversationsProps {
  readonly filter: Filter
  /** Whether there are conversations of the filter, all of them hidden. */
  readonly areHidden: boolean
  readonly onFilter: (filter: Filter) => void
}

/** The empty state of the list, with one action [SESS-08]. */
const NoConversations = ({ filter, areHidden, onFilter }: NoConversationsProps) => {
  const text = useText()
  const navigate = useNavigate()
  const next = areHidden ? 'hidden' : 'all'
  const isNew = filter === 'all' && !areHidden
  return (
    <EmptyState
      drawing={drawings[filter]}
      title={text(`messages.empty.${areHidden ? 'all-hidden' : filter}`)}
      description={text(`messages.empty.${areHidden ? next : filter}-hint`)}
      action={
        <Button onPress={() => (isNew ? void navigate({ to: paths.contact }) : onFilter(next))}>
          {text(`messages.empty.${isNew ? 'all-action' : `show-${next}`}`)}
        </Button>
      }
    />
  )
}

/**
 * The filter follows the `filter` query of the list's URL [SESS-04]. The URL of an open conversation has no filter, so
 * the last one stays.
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
 * Two shortcuts open the next and the previous conversation of the list, wherever the focus is. The selection moves
 * with each key. The conversation follows; that of a held key follows on release, because conversations take longer to
 * open than keys to repeat. All that a held key opens share a history entry.
 * @param isInView whether the list shows the selection; otherwise each repeat opens a conversation
 * @returns the selected conversation: the open one, or the one that a key has moved to
 */
const useNeighbourKeys = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
  isInView: boolean,
): ConversationId | undefined => {
  const navigate = useNavigate()
  const [following, setFollowing] = useState<ConversationId>()
  const isHeld = useRef(false)
  const selected = following ?? open
  const select = async (row: ConversationSummary, replace: boolean) => {
    setFollowing(row.id)
    if (isHeld.current) return
    await navigate({ ...openActions(row), replace })
    // Superseded navigations end with the last one. By then another key may be held.
    if (!isHeld.current) setFollowing(undefined)
  }
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = findShortcut(event, ['nextConversation', 'previousConversation'])
    if (shortcut === undefined) return
    event.preventDefault()
    isHeld.current = event.repeat && isInView
    const at = rows.findIndex(({ id }) => id === selected)
    const next = at === -1 ? rows[0] : rows[shortcut === 'nextConversation' ? at + 1 : at - 1]
    if (next !== undefined) void select(next, event.repeat)
  })
  const onRelease = useEffectEvent(() => {
    if (!isHeld.current) return
    isHeld.current = false
    const row = rows.find(({ id }) => id === following)
    if (row === undefined) setFollowing(undefined)
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
    // A navigation that the person refuses, such as during a recording, never ends. The answer is a click or Escape.
    const forget = () => setFollowing(undefined)
    const forgetOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && forget()
    window.addEventListener('click', forget, { capture: true, signal })
    window.addEventListener('keydown', forgetOnEscape, { capture: true, signal })
    return () => listening.abort()
  }, [])
  return selected
}
