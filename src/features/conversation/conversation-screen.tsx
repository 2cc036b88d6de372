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

const isTrueParameter = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/** Provides the selection and search state of one conversation. Each conversation starts without any. */
const OpenSelection = ({ children }: { readonly children: ReactNode }) => {
  const [selection] = useState(() => createWritable<Selection | undefined>(undefined))
  const [forwardedAlone] = useState(() => createWritable<TimelineMessage | undefined>(undefined))
  const [walk] = useState(() => createWritable<HitNavigation | undefined>(undefined))
  return (
    <SelectionContext value={selection}>
      <SingleForwardContext value={forwardedAlone}>
        <HitNavigationContext value={walk}>{children}</HitNavigationContext>
      </SingleForwardContext>
    </SelectionContext>
  )
}

/** Returns the message or day that the URL names; undefined if none. */
const targetOf = (search: string | undefined, date: string | undefined): SeekTarget | undefined => {
  if (search !== undefined && /^[1-9]\d{0,15}$/.test(search))
    return { kind: 'message', serverId: serverId(Number(search)) }
  const at = date === undefined ? undefined : startOfDay(date)
  return at === undefined ? undefined : { kind: 'moment', at }
}

/**
 * The route of a conversation, one-to-one or group; `fromUnread` opens it at the first unread message [VIEW-39]
 * (DEC-104), `search` at the message of that id [ROUTE-26]. A route
 * below it opens over the conversation, or replaces it in compact frames. The conversation keeps its state meanwhile.
 */
export const ConversationScreen = () => {
  const id = useOpenConversation()
  const { search, date, fromUnread } = useSearch({ strict: false })
  const target = useMemo(() => targetOf(search, date), [search, date])
  const frame = useFrameMode()
  useLeavingWithTabs(id)
  const hasChild = useChildMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isOverPage !== true),
  })
  const isCovered = hasChild && frame !== 'full'
  if (id === undefined) return <Outlet />
  return (
    <OpenSelection key={id}>
      <div className={styles.place}>
        <Pages id={id} isCovered={isCovered}>
          <Conversation
            id={id}
            target={isCovered ? undefined : target}
            opensAtUnread={isTrueParameter(fromUnread)}
          />
        </Pages>
      </div>
    </OpenSelection>
  )
}

interface PagesProps {
  readonly id: ConversationId
  /** Whether a page below the conversation covers it. */
  readonly isCovered: boolean
  /** The conversation. */
  readonly children: ReactNode
}

/** A conversation from its first showing on, and the page below it. */
const Pages = ({ id, isCovered, children }: PagesProps) => {
  const place = usePanelPlace(id)
  const [hasShown, setHasShown] = useState(!isCovered)
  if (!isCovered && !hasShown) setHasShown(true)
  const isUnlisted = useUnlisted(id)
  // The conversation says whether it is available, and leaves if not.
  if (isUnlisted && !hasShown) return <Navigate to={pathOf(id)} replace />
  return (
    <>
      {hasShown && <BackgroundPage isCovered={isCovered}>{children}</BackgroundPage>}
      <PanelPlaceContext value={place}>
        <Outlet />
      </PanelPlaceContext>
    </>
  )
}

/** Whether the list has loaded without a conversation. */
const useUnlisted = (id: ConversationId): boolean => {
  const { conversations, hasLoadedConversations } = useAccount()
  const isListed = useSelected(conversations, (all) => all.some((one) => one.id === id))
  return useReadable(hasLoadedConversations) && !isListed
}

/**
 * Leaves the open conversation when the user hides or deletes it in another tab, because writing on would restore it
 * [XTAB-11].
 */
const useLeavingWithTabs = (open: ConversationId | undefined): void => {
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

/**
 * Keeps the conversation mounted, hidden and inert while another page covers it. When it is shown again, it restores the
 * focus.
 */
const BackgroundPage = ({ isCovered, children }: Omit<PagesProps, 'id'>) => {
  const page = useRef<HTMLDivElement>(null)
  useReturningFocus(page, isCovered)
  return (
    <CoveredByPanelContext value={isCovered}>
      <div ref={page} className={styles.kept} hidden={isCovered}>
        {children}
      </div>
    </CoveredByPanelContext>
  )
}

/** Restores the focus to the last focused element, unless another element inside has it by then. */
const useReturningFocus = (page: RefObject<HTMLElement | null>, isCovered: boolean): void => {
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
    const isBack = wasCovered.current && !isCovered
    wasCovered.current = isCovered
    const hasFocus = page.current?.contains(document.activeElement) === true
    if (isBack && !hasFocus) focused.current?.focus({ preventScroll: true })
  }, [page, isCovered])
}

/** Wide enough for a conversation between the list and a column. */
const roomForColumn = '(width >= 1200px)'

/**
 * Returns the place of the pages below a conversation: a column next to it, or over it in narrower windows. A page that
 * was opened from another one there leads back to it, and closes both.
 */
const usePanelPlace = (conversation: ConversationId): PanelPlace => {
  const hasRoom = useMedia(roomForColumn)
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

interface ShownPage {
  readonly id: string | undefined
  /** Its place in this tab's history. */
  readonly index: number
  /** The place of the first page of the column. */
  readonly first: number
}

/**
 * Returns whether the shown page was opened from another one below the conversation, and a function that leaves all of
 * them.
 * @param conversation the path that it leads to if the first page was opened directly
 */
const useNesting = (conversation: string): Pick<PanelPlace, 'isNested' | 'leaveAll'> => {
  const { history } = useRouter()
  const place = () => history.location.state.__TSR_index
  // Of the shown page. While the next one loads, the location is that of the next one.
  const id = useChildMatches({ select: (matches) => matches.at(-1)?.id })
  const [shown, setShown] = useState<ShownPage>(() => ({
    id,
    index: place(),
    first: firstBeforeReload(conversation, place()),
  }))
  if (id !== shown.id) {
    const index = place()
    const isFirst = id === undefined || shown.id === undefined
    setShown({ id, index, first: isFirst ? index : Math.min(shown.first, index) })
  }
  const { first, index } = shown
  const isOpen = id !== undefined
  useEffect(() => {
    if (!isOpen) return
    const storage = openTabStorage()
    storage.setItem(firstKey, JSON.stringify({ conversation, first }))
    // A reload does not run this.
    return () => storage.removeItem(firstKey)
  }, [isOpen, conversation, first])
  return {
    isNested: isOpen && index !== first,
    leaveAll: () => (first === 0 ? history.replace(conversation) : history.go(first - 1 - place())),
  }
}

const firstKey = 'chat-column-start'

/** Returns the place of the first page of a column that was open before a reload, else that of the shown one. */
function firstBeforeReload(conversation: string, shown: number): number {
  const { conversation: stored, first } = readStoredRecord(openTabStorage().getItem(firstKey))
  return stored === conversation && typeof first === 'number' && first <= shown ? first : shown
}
