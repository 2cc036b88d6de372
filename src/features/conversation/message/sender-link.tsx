import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { MemberNames } from '#client/group-lookups.ts'
import { nameHue, nameHues } from '#domain/formats/person-hues.ts'
import { badgeOf, groupRole } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { originInConversation, personLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { useGroupWithoutRefresh } from '../../groups/use-group.ts'
import styles from './sender-link.module.css'

interface SenderLinkProps {
  readonly message: Pick<TimelineMessage, 'senderId'>
  readonly isReachable: boolean
  readonly className: string | undefined
  /** The accessible name of a link without text, such as one over a picture. */
  readonly label?: string | undefined
  /** Hides it from assistive technology when the same link follows as text. */
  readonly isSilent?: boolean
  readonly style?: CSSProperties
  readonly children?: ReactNode
}

/** A link around a sender's picture or name to that person (DEC-188) [FRIEND-23]. */
export const SenderLink = (props: SenderLinkProps) => {
  const { message, isReachable, className, label, isSilent = false, style, children } = props
  const open = useOpenConversation()
  if (open === undefined) return children
  return (
    <Link
      {...personLink(open, message.senderId, originInConversation(open, 'avatar'))}
      className={className}
      style={style}
      tabIndex={isReachable && !isSilent ? 0 : -1}
      aria-hidden={isSilent || undefined}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** A sender's name in the hue that tells the members of a group apart. */
export const SenderName = (props: SenderLinkProps) => {
  const view = useGroupWithoutRefresh(useOpenConversation())
  const members = view.status === 'ready' ? view.value.members : undefined
  const { senderId } = props.message
  const hue = (members && huesOf(members).get(senderId)) ?? nameHue(senderId)
  // React's type of CSS properties has no custom properties.
  return <SenderLink {...props} style={{ '--name-hue': String(hue) } as CSSProperties} />
}

/** Computed once for each list of members, because every run of messages shows a name. */
const huesByMembers = new WeakMap<readonly GroupMember[], ReadonlyMap<number, number>>()
const huesOf = (members: readonly GroupMember[]): ReadonlyMap<number, number> => {
  const known = huesByMembers.get(members) ?? nameHues(members.map(({ userId }) => userId))
  huesByMembers.set(members, known)
  return known
}

const noNames: Readable<MemberNames> = createWritable(new Map())

/**
 * Returns the name of a message's sender: this user's remark, else the name in the group if the sender has just changed
 * it, else the name at that time.
 */
export const useSenderName = ({ senderId, senderName, senderPublicName }: NamedMessage): string => {
  const { memberNames } = useAccount()
  const open = useOpenConversation()
  const names = open === undefined ? noNames : memberNames(open)
  const renamed = useSelected(names, (all) => all.get(senderId))
  return senderPublicName === undefined ? (renamed ?? senderName) : senderName
}

type NamedMessage = Pick<TimelineMessage, 'senderId' | 'senderName' | 'senderPublicName'>

/** The role of a group's owner or admin; nothing for other members [MSG-19 MSG-20]. */
export const RoleBadge = ({ role = groupRole.member }: { readonly role: number | undefined }) => {
  const text = useText()
  const name = badgeOf(role)
  return name === undefined ? null : <span className={styles.badge}>{text(`conversation.role.${name}`)}</span>
}
