import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkTo } from '../conversation-list/link-to.ts'

/** The way from a conversation's settings to its report [SESS-61]. */
export const ReportLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const { to, params } = linkTo(conversation)
  return (
    <Link to={`${to}/report`} params={params} className={listRowTarget}>
      <ListRow
        leading={<RowIcon icon={TriangleAlert} tone="danger" />}
        title={text('conversation.report.link', { name: conversation.title })}
      />
    </Link>
  )
}
