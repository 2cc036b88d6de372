import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkTo } from '../../conversation-list/link-to.ts'

/** The way from a conversation's settings to the search in it [SESS-59]. */
export const FindLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const { to, params } = linkTo(conversation)
  return (
    <Link to={`${to}/search`} params={params} className={listRowTarget}>
      <ListRow leading={<RowIcon icon={Search} />} title={text('conversation.find')} />
    </Link>
  )
}
