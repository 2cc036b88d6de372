import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import type { ContactCard } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { originInConversation, personLink, requestLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import styles from './card-message.module.css'

interface CardMessageProps {
  readonly card: ContactCard
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A shared contact. It links to the friend's page or to a friend request [MSG-12]. */
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

/**
 * Returns the link of a contact card: the page of a known person, else a friend request that names the card's sender
 * (DEC-41) [FRIEND-12 FRIEND-23].
 */
export function cardTarget(card: ContactCard, isKnown: boolean, open: ConversationId | undefined) {
  const source = 'contact'
  if (isKnown) return personLink(open, card.userId, { source })
  const origin = open === undefined ? { source } : originInConversation(open, source)
  const key = card.chatId === '' ? {} : { key: card.chatId }
  return requestLink(open, { id: String(card.userId), source, ...key, ...origin })
}
