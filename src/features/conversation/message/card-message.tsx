import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContactCard } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import styles from './card-message.module.css'
import { cardTarget } from './card-target.ts'

interface CardMessageProps {
  readonly card: ContactCard
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A person whose contact is passed on: leads to the friend's page, or to asking to become one [MSG-12]. */
export const CardMessage = ({ card, meta, isReachable }: CardMessageProps) => {
  const text = useText()
  const { userId, friends } = useAccount()
  const conversation = useOpenConversation()
  const isKnown =
    useSelected(friends, (all) => all.some((friend) => friend.userId === card.userId)) ||
    card.userId === userId
  const target = cardTarget(card, isKnown, conversation)
  const content = (
    <>
      <Avatar id={card.userId} name={card.nickname} url={card.avatarUrl} />
      <span className={styles.facts}>
        <bdi className={styles.name}>{card.nickname}</bdi>
        {card.chatId !== '' && <bdi className={styles.detail}>{card.chatId}</bdi>}
      </span>
    </>
  )
  const common = { className: styles.link, tabIndex: isReachable ? 0 : -1 }
  return (
    <div className={styles.card}>
      <Link {...common} {...target}>
        {content}
      </Link>
      <div className={styles.foot}>
        {text('conversation.card')}
        {meta}
      </div>
    </div>
  )
}
