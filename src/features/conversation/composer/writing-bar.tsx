import { memo } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { writingBan } from '#domain/group/roles.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { BanNotice } from './ban-notice.tsx'
import { Composer } from './composer.tsx'
import styles from './writing-bar.module.css'

interface WritingBarProps {
  readonly conversationId: ConversationId
  /** Undefined until it is known. */
  readonly details: ConversationDetails | undefined
  readonly onSent: () => void
}

/**
 * What fills the bottom: the composer; in a group in whose silence this user is, why; in a channel, for those who only
 * read it, nothing [VIEW-11 GROUP-43 MSG-48 MSG-49 MSG-50 VIEW-14].
 * A message that comes or goes draws nothing of it anew.
 */
export const WritingBar = memo(({ conversationId, details, onSent }: WritingBarProps) => {
  const ban = details?.group && writingBan(details.group)
  if (ban === 'channel') return <div className={styles.foot} />
  if (ban === undefined) return <Composer conversationId={conversationId} onSent={onSent} />
  return <BanNotice conversationId={conversationId} ban={ban} />
})
