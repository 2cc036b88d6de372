import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Megaphone, QrCode, Settings, UserPen, UserPlus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { canManage, canOnlyRead, groupRole } from '#domain/group/roles.ts'
import { parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { paths, subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { SkeletonPeople } from '#src/ui/skeleton-shapes.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { originInConversation, personLink } from '../contacts/person-address.ts'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import type { ListedGroup } from './group-panel.tsx'
import styles from './groups.module.css'
import { MemberCarousel } from './member-carousel.tsx'
import { toShownMember, useGroup } from './use-group.ts'

interface GroupProps {
  readonly group: ListedGroup
}

/** The most members shown in the settings; the members screen has all. */
const previewCount = 12

/** The first entries of a group's settings [GROUP-21 GROUP-22 GROUP-23 GROUP-24]. */
export const GroupEntries = ({ group }: GroupProps) => {
  const isManager = canManage(group.group.role)
  return (
    <>
      <GroupCard group={group} />
      {!canOnlyRead(group.group) && <MembersPreview group={group} />}
      <GroupLink group={group} page="groupLink" icon={QrCode} />
      <GroupLink group={group} page="announcement" icon={Megaphone} />
      {!canOnlyRead(group.group) && <GroupLink group={group} page="nickname" icon={UserPen} />}
      {isManager && <GroupLink group={group} page="applications" icon={UserRoundPlus} />}
      {isManager && <GroupLink group={group} page="admin" icon={Settings} />}
      {isManager && <PublicSwitch group={group} />}
    </>
  )
}

/** Picture, name, number of members and id [GROUP-21]. */
const GroupCard = ({ group }: GroupProps) => {
  const text = useText()
  const { wireId } = parseConversationId(group.id)
  return (
    <div className={styles.card}>
      <Avatar id={group.id} name={group.title} url={group.avatarUrl} size="large" />
      <div className={styles.words}>
        <bdi className={styles.title}>{group.title}</bdi>
        <p className={styles.facts}>
          {text('messages.members', { count: group.group.memberCount })}
          {' · '}
          {text('group.id', { id: String(wireId) })}
        </p>
      </div>
    </div>
  )
}

/** The first members, a button that invites people, and a link to all members. */
const MembersPreview = ({ group }: GroupProps) => {
  const text = useText()
  const navigate = useNavigate()
  const { lookUpGroup } = useAccount()
  const known = useGroup(group.id)
  const members = known.status === 'ready' ? known.value.members.slice(0, previewCount) : []
  return (
    <div className={styles.members}>
      <div className={styles.head}>
        <Link {...linkToGroupPage(group, subPaths.members)} className={styles.all ?? ''}>
          {text('group.members.all', { count: group.group.memberCount })}
          <ChevronRight aria-hidden="true" />
        </Link>
        <IconButton
          label={text('group.invite')}
          icon={<UserPlus />}
          onPress={() => void navigate(linkToGroupPage(group, subPaths.invite))}
        />
      </div>
      {known.status === 'loading' ? (
        <SkeletonPeople people={Math.min(group.group.memberCount, previewCount)} />
      ) : (
        <MemberCarousel
          people={members.map(toShownMember)}
          labelOf={({ label }) => text('group.member.open', { name: label })}
          onPress={({ userId }) =>
            void navigate(personLink(group.id, userId, originInConversation(group.id, 'avatar')))
          }
        />
      )}
      {known.status === 'failed' && (
        <ErrorState title={text('group.members.failed')} onRetry={lookUpGroup(group.id).reload} />
      )}
    </div>
  )
}

interface GroupLinkProps extends GroupProps {
  readonly page: 'groupLink' | 'announcement' | 'nickname' | 'applications' | 'admin'
  readonly icon: Parameters<typeof RowIcon>[0]['icon']
}

/** A link to a page of the group, with the announcement's text or the number of join requests. */
const GroupLink = ({ group, page, icon }: GroupLinkProps) => {
  const text = useText()
  const { announcement, applicationCount } = group.group
  const detail = page === 'announcement' && announcement !== '' ? announcement : undefined
  const count = page === 'applications' ? applicationCount : 0
  return (
    <Link {...linkToGroupPage(group, subPaths[page])} className={listRowTarget}>
      <LinkRow
        leading={<RowIcon icon={icon} isSmall />}
        title={text(page === 'groupLink' ? 'group.link' : `group.${page}`)}
        detail={detail === undefined ? undefined : <bdi className={styles.line}>{detail}</bdi>}
        titleEnd={count > 0 && <CountBadge count={count} />}
      />
    </Link>
  )
}

/** The number of join requests. */
export const CountBadge = ({ count }: { readonly count: number }) => {
  const text = useText()
  return (
    <>
      <Badge text={String(count)} />
      <VisuallyHidden>{text('group.applications.count', { count })}</VisuallyHidden>
    </>
  )
}

/** Whether anyone may join without approval; managers change it [GROUP-23 ADMIN-08]. */
export const PublicSwitch = ({ group }: GroupProps) => {
  const text = useText()
  const known = useGroup(group.id)
  const change = useChangeGroupSetting()
  if (known.status === 'failed') return null
  return (
    <section
      className={styles.setting}
      aria-label={text('group.public')}
      data-loading={known.status === 'loading'}
    >
      <Switch
        label={text('group.public')}
        isOn={known.status === 'ready' && known.value.isPublic}
        onChange={(isPublic) => void change(group, { isPublic })}
      />
      <p className={styles.hint}>{text('group.public.hint')}</p>
    </section>
  )
}

/** Returns a function that changes a setting of a group and shows why it was rejected. */
export const useChangeGroupSetting = () => {
  const { groups } = useAccount()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  return async (
    { id }: ListedGroup,
    change: { readonly isPublic?: boolean; readonly mayAddFriends?: boolean },
  ): Promise<void> => {
    const outcome = await groups.change(id, change)
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
}

/** Leaves the group after a confirmation; its owner disbands it instead [GROUP-27 GROUP-28]. */
export const LeaveGroup = ({ group }: GroupProps) => {
  const text = useText()
  const { groups } = useAccount()
  const navigate = useNavigate()
  const frame = useFrameMode()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const action = group.group.role === groupRole.owner ? 'disband' : 'leave'
  const leave = async () => {
    setIsPending(true)
    const outcome = await groups[action](group.id)
    setIsPending(false)
    setIsAsking(false)
    // In the mini frame, which has no conversation list, the groups page opens (DEC-40).
    if (outcome.isOk) void navigate({ to: frame === 'mini' ? paths.groups : paths.messages, replace: true })
  }
  return (
    <div className={styles.setting}>
      <Button variant="quiet-danger" onPress={() => setIsAsking(true)}>
        {text(`group.${action}`)}
      </Button>
      <ConfirmDialog
        title={text(`group.${action}.question`, { name: group.title })}
        isOpen={isAsking}
        isDanger
        isPending={isPending}
        confirmLabel={text(`group.${action}`)}
        onConfirm={() => void leave()}
        onClose={() => setIsAsking(false)}
      >
        <p>{text(`group.${action}.consequence`)}</p>
      </ConfirmDialog>
    </div>
  )
}
