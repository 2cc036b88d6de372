import { useNavigate } from '@tanstack/react-router'
import { Crown, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { canManage, groupRole, mayChangeRole } from '#domain/group/roles.ts'
import type { UserId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import { useSubmission } from '../forms/use-submission.ts'
import { GroupPanel, type ListedGroup, LoadedGroup } from './group-panel.tsx'
import styles from './groups.module.css'
import { PeoplePicker } from './people-picker.tsx'
import { roleKeyOf, toShownMember } from './use-group.ts'

/** The owner and the administrators of a group, for managers [ADMIN-10 ADMIN-17 ADMIN-30]. */
export const AdminsScreen = () => (
  <GroupPanel
    titleKey="group.admins"
    parent={subPaths.admin}
    isAllowed={({ group }) => canManage(group.role)}
    actions={(group) => <AddButton group={group} />}
  >
    {(group) => (
      <LoadedGroup group={group} rows={3}>
        {({ members }) => <Admins group={group} members={members} />}
      </LoadedGroup>
    )}
  </GroupPanel>
)

const AddButton = ({ group }: { readonly group: ListedGroup }) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('group.admins.add')}
      icon={<UserPlus />}
      onPress={() => void navigate(linkToGroupPage(group, subPaths.addAdmin))}
    />
  )
}

interface AdminsProps {
  readonly group: ListedGroup
  readonly members: readonly GroupMember[]
}

const Admins = ({ group, members }: AdminsProps) => {
  const text = useText()
  const admins = members.filter(({ role }) => canManage(role))
  return (
    <ul aria-label={text('group.admins')} className={styles.list}>
      {admins.map((member) => (
        <AdminRow key={member.userId} group={group} member={member} />
      ))}
    </ul>
  )
}

interface AdminProps {
  readonly group: ListedGroup
  readonly member: GroupMember
}

/** An administrator. The owner's row and the own row cannot be changed [ADMIN-15 ADMIN-16]. */
const AdminRow = ({ group, member }: AdminProps) => {
  const text = useText()
  const { groups, userId: self } = useAccount()
  const demoting = useSubmission(() => undefined)
  const { userId, label: name, avatarUrl } = toShownMember(member)
  const roleKey = roleKeyOf(member)
  const isSelf = userId === self
  return (
    <li className={styles.row} aria-label={name}>
      <ListRow
        leading={<Avatar id={userId} name={name} url={avatarUrl} />}
        title={<bdi>{name}</bdi>}
        detail={[...(isSelf ? [text('group.you')] : []), ...(roleKey ? [text(roleKey)] : [])].join(' · ')}
      />
      {!isSelf && group.group.role === groupRole.owner && <TransferButton group={group} member={member} />}
      {!isSelf && mayChangeRole(group.group.role, member.role) && (
        <IconButton
          label={text('group.admins.remove', { name })}
          icon={<UserMinus />}
          isDisabled={demoting.isSubmitting}
          onPress={() => demoting.submit(() => groups.setManager(group.id, userId, false))}
        />
      )}
    </li>
  )
}

/** Makes an administrator the owner after a confirmation; the owner only [ADMIN-14 ADMIN-32]. */
const TransferButton = ({ group, member }: AdminProps) => {
  const text = useText()
  const { groups } = useAccount()
  const [isAsking, setIsAsking] = useState(false)
  const transferring = useSubmission(() => undefined)
  const { userId, label: name } = toShownMember(member)
  const transfer = async () => {
    const outcome = await groups.transfer(group.id, userId)
    setIsAsking(false)
    return outcome
  }
  return (
    <>
      <IconButton
        label={text('group.transfer', { name })}
        icon={<Crown />}
        onPress={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title={text('group.transfer.question', { name })}
        isOpen={isAsking}
        isDanger
        isPending={transferring.isSubmitting}
        confirmLabel={text('group.transfer.confirm')}
        onConfirm={() => transferring.submit(transfer)}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('group.transfer.consequence')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Picks members who become administrators [ADMIN-17 ADMIN-30]. */
export const AddAdminScreen = () => (
  <GroupPanel
    titleKey="group.admins.add"
    parent={subPaths.admins}
    isAllowed={({ group }) => canManage(group.role)}
  >
    {(group, goBack) => (
      <LoadedGroup group={group}>
        {({ members }) => <Candidates group={group} members={members} onDone={goBack} />}
      </LoadedGroup>
    )}
  </GroupPanel>
)

interface CandidatesProps extends AdminsProps {
  readonly onDone: () => void
}

const Candidates = ({ group, members, onDone }: CandidatesProps) => {
  const text = useText()
  const { groups } = useAccount()
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(new Set())
  const promoting = useSubmission(() => undefined)
  const people = members.filter(({ role }) => !canManage(role)).map(toShownMember)
  const promoted = people.filter(({ userId }) => chosen.has(userId))
  const promote = async () => {
    for (const { userId } of promoted) {
      const outcome = await groups.setManager(group.id, userId, true)
      if (!outcome.isOk) return outcome
    }
    onDone()
    return { isOk: true, value: undefined } as const
  }
  return (
    <PeoplePicker
      people={people}
      chosen={new Set(promoted.map(({ userId }) => userId))}
      onChoose={setChosen}
      confirm={
        <Button
          variant="primary"
          isDisabled={promoted.length === 0}
          isPending={promoting.isSubmitting}
          onPress={() => promoting.submit(promote)}
        >
          {text('group.admins.confirm')}
        </Button>
      }
      emptyState={<EmptyState illustration="groups" title={text('group.admins.no-candidates')} />}
    />
  )
}
