import { AtSign } from 'lucide-react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './group-marks.module.css'

/** Beside a group's name: how many are in it, in a channel a badge instead, and whether one was mentioned [SESS-14 SESS-15]. */
export const GroupMarks = ({ row }: { readonly row: ConversationSummary }) => {
  const text = useText()
  const { group, isMentioned } = row
  if (!group) return null
  return (
    <>
      {group.isChannel ? (
        <span className={styles.channel}>{text('messages.channel')}</span>
      ) : (
        <span aria-hidden="true" className={styles.count}>
          {group.memberCount}
        </span>
      )}
      {isMentioned && (
        <AtSign role="img" aria-label={text('messages.mentioned')} className={styles.mention} />
      )}
    </>
  )
}
