import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { badgeOf, groupRole } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useText } from '#src/ui/use-text.ts'
import { cameUponIn, personLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import styles from './sender-link.module.css'

interface SenderLinkProps {
  readonly message: Pick<TimelineMessage, 'senderId'>
  readonly isReachable: boolean
  readonly className: string | undefined
  /** What it says of where it leads if it has no words, such as over a picture. */
  readonly label?: string | undefined
  /** Whether it says nothing, for the same link stands beside it in words. */
  readonly isSilent?: boolean
  readonly children?: ReactNode
}

/** The picture or the name of somebody who wrote in a group, leading to them (DEC-188) [FRIEND-23]. */
export const SenderLink = (props: SenderLinkProps) => {
  const { message, isReachable, className, label, isSilent = false, children } = props
  const open = useOpenConversation()
  if (open === undefined) return children
  return (
    <Link
      {...personLink(open, message.senderId, cameUponIn(open, 'avatar'))}
      className={className}
      tabIndex={isReachable && !isSilent ? 0 : -1}
      aria-hidden={isSilent || undefined}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** Says that a sender leads the group; nothing for a plain member [MSG-19 MSG-20]. */
export const RoleBadge = ({ role = groupRole.member }: { readonly role: number | undefined }) => {
  const text = useText()
  const name = badgeOf(role)
  return name === undefined ? null : <span className={styles.badge}>{text(`conversation.role.${name}`)}</span>
}
