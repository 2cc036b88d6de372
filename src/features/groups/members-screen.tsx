import { Link, useNavigate } from '@tanstack/react-router'
import { Mic, MicOff, UserMinus, UserPlus } from 'lucide-react'
import { type ComponentProps, type Ref, useDeferredValue, useMemo, useState } from 'react'
import { type Components, Virtuoso } from 'react-virtuoso'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { canOnlyRead, mayDiscipline } from '#domain/group/roles.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { CheckRow } from '#src/ui/choice-row.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { originInConversation, personLink } from '../contacts/person-address.ts'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import { GroupPanel, type ListedGroup, LoadedGroup } from './group-panel.tsx'
import styles from './groups.module.css'
import { roleKeyOf, toShownMember } from './use-group.ts'

/** Height of a row, CSS px. */
const rowHeight = 64

/** All members of the open group, with a search and a button that invites people [GROUP-31 GROUP-32]. */
export const MembersScreen = () => (
  <GroupPanel
    titleKey="group.members"
    isAllowed={({ group }) => !canOnlyRead(group)}
    actions={(group) => <InviteButton group={group} />}
  >
    {(group) => (
      <LoadedGroup group={group}>{({ members }) => <Members group={group} members={members} />}</LoadedGroup>
    )}
  </GroupPanel>
)

const InviteButton = ({ group }: { readonly group: ListedGroup }) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('group.invite')}
      icon={<UserPlus />}
      onPress={() => void navigate(linkToGroupPage(group, subPaths.invite))}
    />
  )
}

interface MembersProps {
  readonly group: ListedGroup
  readonly members: readonly GroupMember[]
}

const Members = ({ group, members }: MembersProps) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const people = useMemo(() => members.map((member) => ({ ...toShownMember(member), member })), [members])
  const found = useMemo(() => findByName(people, wanted), [people, wanted])
  return (
    <div className={styles.screen}>
      <SearchField label={text('group.members.search')} value={keyword} onChange={setKeyword} />
      {found.length === 0 ? (
        <EmptyState illustration="no-result" title={text('search.no-result', { keyword: wanted.trim() })} />
      ) : (
        <Virtuoso
          className={styles.rows ?? ''}
          data={found}
          context={{ label: text('group.members') }}
          components={parts}
          fixedItemHeight={rowHeight}
          computeItemKey={(_, { userId }) => userId}
          itemContent={(_, { member }) => <MemberRow group={group} member={member} />}
        />
      )}
    </div>
  )
}

type Row = ReturnType<typeof toShownMember> & { readonly member: GroupMember }
type ItemProps = ComponentProps<NonNullable<Components<Row, { readonly label: string }>['Item']>>

// Virtuoso renders only the visible rows. These components make it a list with its full length for screen readers.
const parts: Components<Row, { readonly label: string }> = {
  List: ({ context, ref, ...props }) => (
    // Virtuoso only measures the element, so any HTML element serves for its div.
    <ul {...props} ref={ref as Ref<HTMLUListElement>} aria-label={context?.label} />
  ),
  Item: ({ item: _item, context: _context, ...props }: ItemProps) => <li {...props} />,
}

interface MemberProps {
  readonly group: ListedGroup
  readonly member: GroupMember
}

/** A member with the role; managers can ban, unban and remove plain members [GROUP-32 ADMIN-11 ADMIN-12]. */
const MemberRow = ({ group, member }: MemberProps) => {
  const text = useText()
  const { userId: self } = useAccount()
  const toasts = useToasts()
  const { userId, label, avatarUrl } = toShownMember(member)
  const roleKey = roleKeyOf(member)
  const facts = [
    ...(userId === self ? [text('group.you')] : []),
    ...(roleKey === undefined ? [] : [text(roleKey)]),
    ...(member.isBanned ? [text('group.member.banned')] : []),
  ]
  const row = (
    <ListRow
      leading={<Avatar id={userId} name={label} url={avatarUrl} isOnline={member.isOnline} />}
      title={<bdi>{label}</bdi>}
      detail={facts.length > 0 ? facts.join(' · ') : undefined}
    />
  )
  return (
    <div className={styles.row}>
      {userId === self ? (
        <button
          type="button"
          className={listRowTarget}
          onClick={() =>
            toasts.show({ kind: 'info', text: text('conversation.setting.group.admin.operate-self') })
          }
        >
          {row}
        </button>
      ) : (
        <Link
          {...personLink(group.id, userId, originInConversation(group.id, 'avatar'))}
          className={listRowTarget}
        >
          {row}
        </Link>
      )}
      {mayDiscipline(group.group.role, member.role) && <MemberActions group={group} member={member} />}
    </div>
  )
}

/** Bans or unbans with an undo, and removes after a confirmation [ADMIN-11 ADMIN-12 ADMIN-39]. */
const MemberActions = ({ group, member }: MemberProps) => {
  const text = useText()
  const { groups } = useAccount()
  const toasts = useToasts()
  const [isPending, setIsPending] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { label: name } = toShownMember(member)
  const setBanned = async (isBanned: boolean) => {
    setIsPending(true)
    const outcome = await groups.setBanned(group.id, member.userId, isBanned)
    setIsPending(false)
    if (!outcome.isOk) return
    toasts.show({
      kind: 'success',
      text: outcome.value || text(doneKeyOf(isBanned), { name }),
      action: { label: text('common.undo'), onPress: () => void setBanned(!isBanned) },
    })
  }
  return (
    <>
      <IconButton
        label={text(member.isBanned ? 'group.member.unban' : 'group.member.ban', { name })}
        icon={member.isBanned ? <Mic /> : <MicOff />}
        isDisabled={isPending}
        onPress={() => void setBanned(!member.isBanned)}
      />
      <IconButton
        label={text('group.member.remove', { name })}
        icon={<UserMinus />}
        onPress={() => setIsRemoving(true)}
      />
      {isRemoving && (
        <RemovalDialog group={group} member={member} isOpen onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

/** The text for a server that answers without one. */
const doneKeyOf = (isBanned: boolean): string =>
  isBanned ? 'group.member.ban.done' : 'group.member.unban.done'

interface RemovalDialogProps extends MemberProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks whether to remove a member, and whether their messages are deleted too [ADMIN-12]. */
const RemovalDialog = ({ group, member, isOpen, onClose }: RemovalDialogProps) => {
  const text = useText()
  const { groups } = useAccount()
  const [withMessages, setWithMessages] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const remove = async () => {
    setIsPending(true)
    await groups.remove(group.id, member.userId, withMessages)
    setIsPending(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('group.member.remove.question', { name: toShownMember(member).label })}
      isOpen={isOpen}
      isDanger
      isPending={isPending}
      confirmLabel={text('group.member.remove.confirm')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <CheckRow
          name={text('group.member.remove.with-messages')}
          isChosen={withMessages}
          onChange={setWithMessages}
        />
      </div>
    </ConfirmDialog>
  )
}
