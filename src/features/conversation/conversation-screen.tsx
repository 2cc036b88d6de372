import { Navigate, Outlet, useChildMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from '#domain/message/selection.ts'
import type { SeekTarget, TimelineMessage } from '#domain/message/timeline-message.ts'
import { isReferenceTo } from '#domain/tabs/conversation-reference.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import { readStoredRecord } from '#schemas/json-text.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { ResizeHandle, useColumnWidth } from '#src/app/frame/resize-handle.tsx'
import { useMedia } from '#src/app/use-media.ts'
import { openTabStorage } from '#src/platform/web-storage.ts'
import { paths } from '#src/routes/route-table.ts'
import { type PanelPlace, PanelPlaceContext, useFrameMode } from '#src/ui/frame-mode.ts'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { createWritable } from '#streams/readable.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { Conversation } from './conversation.tsx'
import styles from './conversation-screen.module.css'
import { type HitNavigation, HitNavigationContext, startOfDay } from './find/find-address.ts'
import { SelectionContext, SingleForwardContext } from './selection/selection.tsx'
import { CoveredByPanelContext } from './use-visible.ts'

/**
 * The route of a conversation, one-to-one or group. The query selects the message that it shows first: `fromUnread` the
 * first unread one [VIEW-39] (DEC-104), `search` the message of that id [ROUTE-26], `date` the first one of that day.
 * The page of a child route opens next to the conversation or over it. The conversation keeps its state meanwhile.
 */
export const ConversationScreen = () => {
  const id = useOpenConversation()
  const { search, date, fromUnread } = useSearch({ strict: false })
  const target = useMemo(() => targetOf(search, date), [search, date])
  const frame = useFrameMode()
  useLeaveWithOtherTabs(id)
  const hasChild = useChildMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isOverlay !== true),
  })
  const isCovered = hasChild && frame !== 'full'
  if (id === undefined) return <Outlet />
  return (
    <ConversationProviders key={id}>
      <div className={styles.place}>
        <Pages id={id} isCovered={isCovered}>
          <Conversation
            id={id}
            target={isCovered ? undefined : target}
            opensAtUnread={isTrueParameter(fromUnread)}
          />
        </Pages>
      </div>
    </ConversationProviders>
  )
}

/** Returns the message or day that the URL names; undefined if it names none. */
const targetOf = (search: string | undefined, date: string | undefined): SeekTarget | undefined => {
  if (search !== undefined && /^[1-9]\d{0,15}$/.test(search))
    return { kind: 'message', serverId: serverId(Number(search)) }
  const at = date === undefined ? undefined : startOfDay(date)
  return at === undefined ? undefined : { kind: 'moment', at }
}

const isTrueParameter = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/**
 * Leaves the open conversation when the user hides or deletes it in another tab, because a message sent here would
 * restore it [XTAB-11].
 */
const useLeaveWithOtherTabs = (open: ConversationId | undefined): void => {
  const { tabs } = useClient()
  const { conversations, userId } = useAccount()
  const navigate = useNavigate()
  useEffect(() => {
    if (open === undefined) return
    const listening = tabs.messages$.subscribe((message) => {
      if (message.type !== 'leave-session' || message.account !== userId) return
      const peerId = conversations.get().find(({ id }) => id === open)?.peerId
      if (isReferenceTo(open, peerId, message.left)) void navigate({ to: paths.messages, replace: true })
    })
    return () => listening.unsubscribe()
  }, [tabs, conversations, userId, open, navigate])
}

/** Provides the selection and the search state of one conversation. Both are empty when a conversation opens. */
const ConversationProviders = ({ children }: { readonly children: ReactNode }) => {
  const [selection] = useState(() => createWritable<Selection | undefined>(undefined))
  const [singleForward] = useState(() => createWritable<TimelineMessage | undefined>(undefined))
  const [hitNavigation] = useState(() => createWritable<HitNavigation | undefined>(undefined))
  return (
    <SelectionContext value={selection}>
      <SingleForwardContext value={singleForward}>
        <HitNavigationContext value={hitNavigation}>{children}</HitNavigationContext>
      </SingleForwardContext>
    </SelectionContext>
  )
}

interface PagesProps {
  readonly id: ConversationId
  /** Whether the page of a child route covers the conversation. */
  readonly isCovered: boolean
  /** The conversation. */
  readonly children: ReactNode
}

/** The conversation and the page of its child route. The conversation mounts when it is first visible. */
const Pages = ({ id, isCovered, children }: PagesProps) => {
  const place = usePanelPlace(id)
  const [wasVisible, setWasVisible] = useState(!isCovered)
  if (!isCovered && !wasVisible) setWasVisible(true)
  const isUnlisted = useIsUnlisted(id)
  // The conversation's own page reports that the conversation is missing.
  if (isUnlisted && !wasVisible) return <Navigate to={pathOf(id)} replace />
  return (
    <>
      {wasVisible && <BackgroundPage isCovered={isCovered}>{children}</BackgroundPage>}
      <PanelPlaceContext value={place}>
        <Outlet />
      </PanelPlaceContext>
    </>
  )
}

/** Returns whether the conversation list is loaded and does not contain a conversation. */
const useIsUnlisted = (id: ConversationId): boolean => {
  const { conversations, hasLoadedConversations } = useAccount()
  const isListed = useSelected(conversations, (all) => all.some((one) => one.id === id))
  return useReadable(hasLoadedConversations) && !isListed
}

/**
 * Keeps the conversation mounted, hidden and inert while a child page covers it. Restores the focus when it is visible
 * again.
 */
const BackgroundPage = ({ isCovered, children }: Omit<PagesProps, 'id'>) => {
  const page = useRef<HTMLDivElement>(null)
  useRestoreFocus(page, isCovered)
  return (
    <CoveredByPanelContext value={isCovered}>
      <div ref={page} className={styles.mounted} hidden={isCovered}>
        {children}
      </div>
    </CoveredByPanelContext>
  )
}

/** Restores the focus to the last focused element of the page, unless another element of the page has it by then. */
const useRestoreFocus = (page: RefObject<HTMLElement | null>, isCovered: boolean): void => {
  const focused = useRef<HTMLElement>(undefined)
  const wasCovered = useRef(isCovered)
  useEffect(() => {
    const { current } = page
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused.current = target
    }
    current?.addEventListener('focusin', remember)
    return () => current?.removeEventListener('focusin', remember)
  }, [page])
  useLayoutEffect(() => {
    const isVisibleAgain = wasCovered.current && !isCovered
    wasCovered.current = isCovered
    const hasFocus = page.current?.contains(document.activeElement) === true
    if (isVisibleAgain && !hasFocus) focused.current?.focus({ preventScroll: true })
  }, [page, isCovered])
}

/** The window is wide enough for a conversation between the list and a column. */
const hasRoomQuery = '(width >= 1200px)'

/**
 * Returns the place of a conversation's child pages: a column next to it, or over it in narrower windows. A child page
 * that was opened from another one has a back button to that page, and a button that closes both.
 */
const usePanelPlace = (conversation: ConversationId): PanelPlace => {
  const hasRoom = useMedia(hasRoomQuery)
  const width = useColumnWidth()
  const nesting = useNesting(pathOf(conversation))
  if (!hasRoom) return { kind: 'over', ...nesting }
  return {
    kind: 'column',
    width: width.shown,
    edge: <ResizeHandle width={width} pane="column" />,
    ...nesting,
  }
}

/** The page that the column shows, with places in this tab's history. */
interface ShownPage {
  /** The id of its route match; undefined if the column is closed. */
  readonly id: string | undefined
  readonly index: number
  /** The index of the page that opened the column. */
  readonly first: number
}

/**
 * Returns whether the shown child page was opened from another one, and a function that leaves all of them.
 * @param conversation the path of the conversation, which replaces the first page if that was opened directly
 */
const useNesting = (conversation: string): Pick<PanelPlace, 'isNested' | 'leaveAll'> => {
  const { history } = useRouter()
  const historyIndex = () => history.location.state.__TSR_index
  // The id changes when the next page is shown. The location changes before, when that page starts to load.
  const id = useChildMatches({ select: (matches) => matches.at(-1)?.id })
  const [shown, setShown] = useState<ShownPage>(() => ({
    id,
    index: historyIndex(),
    first: firstBeforeReload(conversation, historyIndex()),
  }))
  if (id !== shown.id) {
    const index = historyIndex()
    const isFirst = id === undefined || shown.id === undefined
    setShown({ id, index, first: isFirst ? index : Math.min(shown.first, index) })
  }
  const { first, index } = shown
  const isOpen = id !== undefined
  useEffect(() => {
    if (!isOpen) return
    const storage = openTabStorage()
    storage.setItem(firstKey, JSON.stringify({ conversation, first }))
    // Not called before a reload, so that the index survives it.
    return () => storage.removeItem(firstKey)
  }, [isOpen, conversation, first])
  return {
    isNested: isOpen && index !== first,
    leaveAll: () => (first === 0 ? history.replace(conversation) : history.go(first - 1 - historyIndex())),
  }
}

/** The storage key of the history index of the column's first page, with its conversation. */
const firstKey = 'chat-column-start'

/** Returns the history index of the first page of a column that was open before a reload, otherwise `shown`. */
function firstBeforeReload(conversation: string, shown: number): number {
  const { conversation: stored, first } = readStoredRecord(openTabStorage().getItem(firstKey))
  return stored === conversation && typeof first === 'number' && first <= shown ? first : shown
}
