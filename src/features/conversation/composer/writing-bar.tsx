import { VolumeX } from 'lucide-react'
import { memo, useState } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { type WritingBan, writingBan } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { Button } from '#src/ui/button.tsx'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import type { Editing } from '../editing/use-editing.ts'
import { Composer } from './composer.tsx'
import styles from './writing-bar.module.css'

interface WritingBarProps {
  readonly conversationId: ConversationId
  /** Undefined while loading. */
  readonly details: ConversationDetails | undefined
  readonly onSent: () => void
  /** The own message that is edited in place of a new one. */
  readonly edited: TimelineMessage | undefined
  readonly onEditChange: Editing['change']
  readonly onEditEnd: () => void
  /** Called if the code for editing cannot be loaded. */
  readonly onEditLeave: () => void
}

const loadEditComposer = onceLoaded(async () => (await import('../editing/edit-composer.tsx')).EditComposer)

/**
 * The bottom bar: the composer, the reason why this user may not write in a group, or nothing for readers of a channel
 * [VIEW-11 GROUP-43 MSG-48 MSG-49 MSG-50 VIEW-14]. Memoized, so that new messages do not render it again.
 */
export const WritingBar = memo((props: WritingBarProps) => {
  const { conversationId, details, onSent, edited, onEditChange, onEditEnd, onEditLeave } = props
  const { Component: EditComposer } = useWhenNeeded(edited !== undefined, loadEditComposer, onEditLeave)
  const ban = details?.group && writingBan(details.group)
  if (ban === 'channel') return <div className={styles.foot} />
  if (ban === undefined) {
    const editor = edited && EditComposer && (
      <EditComposer
        key={edited.key}
        conversationId={conversationId}
        message={edited}
        onChange={onEditChange}
        onEnd={onEditEnd}
      />
    )
    return (
      <>
        <Composer conversationId={conversationId} onSent={onSent} isHidden={editor !== undefined} />
        {editor}
      </>
    )
  }
  return <BanNotice conversationId={conversationId} ban={ban} />
})

interface BanNoticeProps {
  readonly conversationId: ConversationId
  readonly ban: WritingBan
}

/** The reason why this user may not write and a button that checks again with the server [VIEW-11 MSG-50]. */
const BanNotice = ({ conversationId, ban }: BanNoticeProps) => {
  const text = useText()
  const rejectionText = useRejectionText()
  const { groups } = useAccount()
  const [isChecking, setIsChecking] = useState(false)
  const [notice, setNotice] = useState<string>()
  const check = async () => {
    setIsChecking(true)
    const outcome = await groups.checkBan(conversationId)
    setIsChecking(false)
    // A rate-limited check gives no news; the notice stays.
    if (outcome.isOk && outcome.value === 'too-soon') return
    // When the ban was lifted, this notice has unmounted by now.
    setNotice(outcome.isOk ? text('conversation.ban.still') : rejectionText(outcome.rejection))
  }
  return (
    <div className={styles.notice}>
      <VolumeX aria-hidden="true" />
      <p className={styles.reason}>
        {text(`conversation.ban.${ban}`)} <span role="status">{notice}</span>
      </p>
      <Button variant="quiet" isPending={isChecking} onPress={() => void check()}>
        {text('conversation.ban.check')}
      </Button>
    </div>
  )
}
