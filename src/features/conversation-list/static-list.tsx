import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useText } from '#src/ui/use-text.ts'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import paneStyles from './conversation-list-pane.module.css'
import { ConversationRow, rowHeight } from './conversation-row.tsx'
import styles from './conversation-rows.module.css'
import { filterConversations } from './filters.ts'
import { ListHeader } from './list-header.tsx'

/** Rows that fit into the window. */
const visibleRowCount = () => Math.ceil(window.innerHeight / rowHeight)

/** The top of the conversation list without scrolling and connection state, for the cached list snapshot. */
export const StaticList = ({ conversations }: { readonly conversations: readonly ConversationSummary[] }) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const rows = filterConversations(conversations, 'all', undefined).slice(0, visibleRowCount())
  return (
    <div className={paneStyles.pane}>
      <ListHeader
        conversations={conversations}
        filter="all"
        onFilter={() => undefined}
        isBesideConversation
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
