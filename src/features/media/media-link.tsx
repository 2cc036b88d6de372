import { Link } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import type { ConversationId } from '#schemas/ids.ts'
import { linkTo } from '#src/features/conversation-list/link-to.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { useText } from '#src/ui/use-text.ts'

/** The way from a conversation's settings to its pictures, videos and files [SESS-56]. */
export const MediaLink = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const { to, params } = linkTo({ id })
  return (
    <Link to={`${to}/media`} params={params} hash="all" className={listRowTarget}>
      <ListRow leading={<RowIcon icon={Images} />} title={text('media.title')} detail={text('media.hint')} />
    </Link>
  )
}
