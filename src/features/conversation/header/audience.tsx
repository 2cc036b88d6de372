import { Megaphone, User } from 'lucide-react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './audience.module.css'

/** Whom one reaches here: the count of a group's members, or a picture of the kind [VIEW-01]. */
export const Audience = ({ details }: { readonly details: ConversationDetails }) => {
  const text = useText()
  const { group } = details
  if (!group) return <User role="img" aria-label={text('conversation.kind.direct')} className={styles.kind} />
  return (
    <span className={styles.group}>
      {group.isChannel && (
        <Megaphone role="img" aria-label={text('conversation.kind.channel')} className={styles.kind} />
      )}
      {text('conversation.members', { count: group.memberCount })}
    </span>
  )
}
