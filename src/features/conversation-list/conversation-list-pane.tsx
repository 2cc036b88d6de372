import { useMemo } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import styles from './conversation-list-pane.module.css'
import { ConversationRows } from './conversation-rows.tsx'
import { filterConversations } from './filters.ts'
import { ListHeader } from './list-header.tsx'
import { NoConversations } from './no-conversations.tsx'
import { useFilter } from './use-filter.ts'
import { useNeighbourKeys } from './use-neighbour-keys.ts'
import { useOpenConversation } from './use-open-conversation.ts'

/** All conversations of the account, with search, filter and a menu [SESS-01 SESS-02 SESS-03]. */
export const ConversationListPane = () => {
  const account = useAccount()
  const all = useReadable(account.conversations)
  const hasLoaded = useReadable(account.hasLoadedConversations)
  const open = useOpenConversation()
  const [filter, chooseFilter] = useFilter()
  const shown = useMemo(() => filterConversations(all, filter, open), [all, filter, open])
  useNeighbourKeys(shown, open)
  return (
    <div className={styles.pane}>
      <ListHeader
        conversations={all}
        filter={filter}
        onFilter={chooseFilter}
        isBesideConversation={open !== undefined}
      />
      {shown.length > 0 && <ConversationRows key={filter} rows={shown} open={open} memory={filter} />}
      {shown.length === 0 && !hasLoaded && <SkeletonList />}
      {shown.length === 0 && hasLoaded && (
        <NoConversations filter={filter} onShowAll={() => chooseFilter('all')} />
      )}
    </div>
  )
}
