import { UserPlus } from 'lucide-react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { canManage } from '#domain/group/roles.ts'
import { Badge } from '#src/ui/badge.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './join-requests.module.css'

/** How many ask to join a group, for those who decide about it; at most "99+" [VIEW-02]. */
export const JoinRequests = ({ group }: Pick<ConversationDetails, 'group'>) => {
  const text = useText()
  if (!group || !canManage(group.role) || group.applicationCount <= 0) return null
  return (
    <span
      role="img"
      aria-label={text('conversation.join-requests', { count: group.applicationCount })}
      title={text('conversation.join-requests', { count: group.applicationCount })}
      className={styles.requests}
    >
      <UserPlus aria-hidden="true" />
      <Badge text={badgeText(group.applicationCount)} />
    </span>
  )
}
