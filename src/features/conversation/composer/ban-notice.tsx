import { VolumeX } from 'lucide-react'
import { useState } from 'react'
import type { WritingBan } from '#domain/group/roles.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './writing-bar.module.css'

interface BanNoticeProps {
  readonly conversationId: ConversationId
  readonly ban: WritingBan
}

/** Why this user may not write here, and a button that asks the server whether that still holds [VIEW-11 MSG-50]. */
export const BanNotice = ({ conversationId, ban }: BanNoticeProps) => {
  const text = useText()
  const refusalText = useRefusalText()
  const { groups } = useAccount()
  const [isChecking, setIsChecking] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const check = async () => {
    setIsChecking(true)
    const outcome = await groups.checkBan(conversationId)
    setIsChecking(false)
    // Asked again too soon, nothing is known that was not: what was said stays.
    if (outcome.isOk && outcome.value === 'too-soon') return
    // Lifted, this notice is gone by now.
    setAnswer(outcome.isOk ? text('conversation.ban.still') : refusalText(outcome.refusal))
  }
  return (
    <div className={styles.notice}>
      <VolumeX aria-hidden="true" />
      <p className={styles.reason}>
        {text(`conversation.ban.${ban}`)} <span role="status">{answer}</span>
      </p>
      <Button variant="quiet" isPending={isChecking} onPress={() => void check()}>
        {text('conversation.ban.check')}
      </Button>
    </div>
  )
}
