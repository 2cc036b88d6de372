import { Link } from '@tanstack/react-router'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { useText } from '#src/ui/use-text.ts'

/** The way to whom one talks with; where there is room for everything side by side, others lead there [SESS-55]. */
export const ContactLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const frame = useFrameMode()
  const { avatarUrl, peerId, title } = conversation
  if (frame === 'full' || peerId === undefined) return null
  return (
    <Link
      to={paths.user}
      params={{ userId: String(peerId) }}
      search={{ source: 'contact' }}
      className={listRowTarget}
    >
      <ListRow
        leading={<Avatar id={peerId} name={title} url={avatarUrl} />}
        title={<bdi>{title}</bdi>}
        detail={text('conversation.contact')}
      />
    </Link>
  )
}
