import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { conversationId, parseConversationId } from '#schemas/ids.ts'
import type { GroupInvite } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Clamped } from '#src/ui/clamped.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { linkTo, useOpenConversation } from '../../conversation-list/link-to.ts'
import styles from './card-message.module.css'

interface InviteMessageProps {
  readonly message: TimelineMessage
  readonly invite: GroupInvite
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/**
 * A group invitation. Members open the group; others join or request to join after a confirmation [MSG-13 MSG-15
 * MSG-16].
 */
export const InviteMessage = ({ message, invite, meta, isReachable }: InviteMessageProps) => {
  const text = useText()
  const count = invite.memberCount
  return (
    <div className={styles.card}>
      <GroupLink message={message} invite={invite} isReachable={isReachable}>
        <Avatar id={conversationId('group', invite.groupId)} name={invite.name} url={invite.avatarUrl} />
        <span className={styles.facts}>
          <bdi className={styles.name}>{invite.name || text('conversation.invite')}</bdi>
          {count > 0 && <span className={styles.detail}>{text('conversation.members', { count })}</span>}
        </span>
      </GroupLink>
      {invite.info !== '' && (
        <Clamped dir="auto" className={styles.info}>
          {invite.info}
        </Clamped>
      )}
      <div className={styles.action}>
        <Entrance message={message} invite={invite} isReachable={isReachable} />
      </div>
      <div className={styles.foot}>
        {text('conversation.invite')}
        {meta}
      </div>
    </div>
  )
}

interface GroupLinkProps extends Omit<InviteMessageProps, 'meta'> {
  readonly children: ReactNode
}

/** A link to the page of the group. The URL names the invitation, so that this user can join by it there. */
const GroupLink = ({ message, invite, isReachable, children }: GroupLinkProps) => {
  const open = useOpenConversation()
  const { serverId: messageId, isOwn } = message
  const invitation =
    open === undefined || messageId === undefined || isOwn
      ? {}
      : {
          sessionId: String(parseConversationId(open).wireId),
          messageId: String(messageId),
          inviterId: String(message.senderId),
        }
  return (
    <Link
      to={paths.joinableGroup}
      params={{ groupId: String(invite.groupId) }}
      search={invitation}
      className={styles.link ?? ''}
      tabIndex={isReachable ? 0 : -1}
    >
      {children}
    </Link>
  )
}

const Entrance = ({ message, invite, isReachable }: Omit<InviteMessageProps, 'meta'>) => {
  const text = useText()
  const account = useAccount()
  const navigate = useNavigate()
  const group = conversationId('group', invite.groupId)
  const isMember = useSelected(account.conversations, (all) => all.some(({ id }) => id === group))
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const join = async () => {
    const { serverId: messageId, senderId: inviterId } = message
    if (messageId === undefined || isPending) return
    setPending(true)
    // The group's own notice reports the result.
    await account.groups.join({ group, invite: { messageId, inviterId } })
    setPending(false)
    setAsking(false)
  }
  if (isMember) {
    return (
      <Button isWide excludeFromTabOrder={!isReachable} onPress={() => void navigate(linkTo({ id: group }))}>
        {text('conversation.invite.open')}
      </Button>
    )
  }
  // The sender has nothing to accept.
  if (message.isOwn) return null
  return (
    <>
      <Button
        variant="primary"
        isWide
        isPending={isPending}
        excludeFromTabOrder={!isReachable}
        onPress={() => setAsking(true)}
      >
        {text(invite.asksFirst ? 'conversation.invite.apply' : 'conversation.invite.join')}
      </Button>
      <ConfirmDialog
        title={text('conversation.invite')}
        isOpen={isAsking}
        isPending={isPending}
        confirmLabel={text(invite.asksFirst ? 'conversation.invite.apply' : 'conversation.invite.join')}
        onConfirm={() => void join()}
        onClose={() => setAsking(false)}
      >
        <p>{text('conversation.group.join-confirm', { name: invite.name })}</p>
      </ConfirmDialog>
    </>
  )
}
