import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'

import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useText } from '#src/ui/use-text.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { useViewpoint } from '../../features/conversation/use-viewpoint.ts'
import paneStyles from '../../features/conversation-list/conversation-list-pane.module.css'
import { ConversationRow, rowHeight } from '../../features/conversation-list/conversation-row.tsx'
import styles from '../../features/conversation-list/conversation-rows.module.css'
import { filterConversations, ListHeader } from '../../features/conversation-list/list-header.tsx'
import { useAccount } from '../client-context.tsx'
import { ListAlone, SideBySide } from '../frame/frame.tsx'
import { NoConversationOpen } from '../frame/nothing-open.tsx'
import { ResizeHandle, useListWidth } from '../frame/resize-handle.tsx'
import { captureSnapshot, type ListSnapshot } from './list-snapshot.ts'
import { storeHint } from './snapshot-hint.ts'

/** The last snapshot, and the list state that it shows. */
interface Captured {
  readonly conversations: readonly ConversationSummary[]
  readonly unseenCount: number
  readonly day: string
  readonly snapshot: ListSnapshot | undefined
}

/**
 * Captures the list snapshot for the next start: renders the list into a detached element with the components of the
 * page.
 */
export const ListCapture = () => {
  const account = useAccount()
  const { i18n } = useLingui()
  const { locale } = i18n
  const frame = useFrameMode()
  const container = useRef<HTMLElement>(undefined)
  const [rendered, setRendered] = useState<readonly ConversationSummary[]>()
  useEffect(() => {
    let last: Captured | undefined
    const capture = (conversations: readonly ConversationSummary[]) => {
      if (conversations.length === 0 || frame === 'mini') return undefined
      const { unseenCount } = account.applications.get()
      const day = new Date().toDateString()
      const isSameView = last?.day === day && last.unseenCount === unseenCount
      if (last && isSameView && isShallowEqual(last.conversations, conversations)) return last.snapshot
      container.current ??= document.createElement('div')
      flushSync(() => setRendered(conversations))
      const { firstElementChild: list } = container.current
      const snapshot = list ? captureSnapshot(list, { frame, locale, day }) : undefined
      // Removed in a later task.
      setRendered(undefined)
      if (snapshot) storeHint({ account: account.userId, sheets: snapshot.sheets })
      last = { conversations, unseenCount, day, snapshot }
      return snapshot
    }
    return account.captureListWith(capture)
  }, [account, frame, locale])
  return (
    rendered && container.current && createPortal(<ListPage conversations={rendered} />, container.current)
  )
}

const ListPage = ({ conversations }: { readonly conversations: readonly ConversationSummary[] }) => {
  const frame = useFrameMode()
  const width = useListWidth()
  const list = <StaticList conversations={conversations} />
  if (frame !== 'full') return <ListAlone>{list}</ListAlone>
  const listAndEdge = (
    <>
      {list}
      <ResizeHandle width={width} />
    </>
  )
  return (
    <SideBySide section="messages" listWidth={width.shown} list={listAndEdge}>
      <NoConversationOpen />
    </SideBySide>
  )
}

/** Rows that fit into the window. */
const visibleRowCount = () => Math.ceil(window.innerHeight / rowHeight)

/** The top of the conversation list without scrolling and connection state, for the cached list snapshot. */
const StaticList = ({ conversations }: { readonly conversations: readonly ConversationSummary[] }) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const rows = filterConversations(conversations, 'all', undefined).slice(0, visibleRowCount())
  return (
    <div className={paneStyles.pane}>
      <ListHeader
        conversations={conversations}
        filter="all"
        onFilter={() => undefined}
        isNextToConversation
      />
      <div className={styles.list} style={{ overflow: 'hidden' }}>
        <ul aria-label={text('messages.list')}>
          {rows.map((row) => (
            <li key={row.id}>
              <ConversationRow
                row={row}
                viewpoint={viewpoint}
                isOnline={false}
                isAwaited={row.lastMessage === undefined && row.draft === '' && row.unsentCount === 0}
                isOpen={false}
                isTabStop={false}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
