import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { groupRole } from '#domain/group/roles.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { linkTo } from '#src/features/conversation-list/link-to.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './groups-screen.module.css'

const ownerships = ['created', 'joined'] as const
type Ownership = (typeof ownerships)[number]

const ownershipOf = ({ group }: ConversationSummary): Ownership =>
  group?.role === groupRole.owner ? 'created' : 'joined'

/** The own groups, the other groups, and a link to create one [GROUP-01 GROUP-02]. */
export const GroupsScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(paths.contact)
  const groups = useReadable(useAccount().conversations).filter(({ kind }) => kind === 'group')
  const [selected, setSelected] = useState<Ownership>()
  const hasOwn = groups.some((group) => ownershipOf(group) === 'created')
  return (
    <Panel
      title={text('contact.groups')}
      onBack={goBack}
      placement="centre"
      actions={
        <IconButton
          label={text('contact.create-group')}
          icon={<Plus />}
          onPress={() => void navigate({ to: paths.createGroup })}
        />
      }
    >
      <Tabs
        label={text('contact.groups')}
        selected={selected ?? (hasOwn ? 'created' : 'joined')}
        onSelect={(id) => setSelected(ownerships.find((each) => each === id))}
        items={ownerships.map((ownership) => ({
          id: ownership,
          label: text(`contact.groups.${ownership}`),
          content: <GroupRows groups={groups.filter((group) => ownershipOf(group) === ownership)} />,
        }))}
      />
    </Panel>
  )
}

const GroupRows = ({ groups }: { readonly groups: readonly ConversationSummary[] }) => {
  const text = useText()
  if (groups.length === 0) {
    return (
      <EmptyState
        icon={<UsersRound />}
        title={text('contact.groups.empty.title')}
        description={text('contact.groups.empty.text')}
      />
    )
  }
  return (
    <ul aria-label={text('contact.groups')} className={styles.list}>
      {groups.map((group) => (
        <li key={group.id}>
          <Link {...linkTo(group)} className={listRowTarget}>
            <ListRow
              leading={<Avatar id={group.id} name={group.title} url={group.avatarUrl} />}
              title={<bdi>{group.title}</bdi>}
              detail={text('messages.members', { count: group.group?.memberCount ?? 0 })}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
