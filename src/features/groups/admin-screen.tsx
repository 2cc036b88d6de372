import { Link } from '@tanstack/react-router'
import { Info, Megaphone, ShieldCheck, UserRoundPlus } from 'lucide-react'
import { canManage } from '#domain/group/roles.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import { GroupPanel, type ListedGroup, LoadedGroup } from './group-panel.tsx'
import { CountBadge, PublicSwitch, useChangeGroupSetting } from './group-settings.tsx'
import styles from './groups.module.css'

/** Administration of a group; managers only [ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-07 ADMIN-09 ADMIN-10]. */
export const AdminScreen = () => (
  <GroupPanel titleKey="group.admin" isAllowed={({ group }) => canManage(group.role)}>
    {(group) => (
      <div className={styles.screen}>
        {pages.map(({ page, icon }) => (
          <AdminLink key={page} group={group} page={page} icon={icon} />
        ))}
        <BanAllSwitch group={group} />
        <LoadedGroup group={group} rows={2} failedKey="common.load-failed">
          {({ mayAddFriends }) => (
            <>
              <FriendsSwitch group={group} mayAddFriends={mayAddFriends} />
              <PublicSwitch group={group} />
            </>
          )}
        </LoadedGroup>
      </div>
    )}
  </GroupPanel>
)

const pages = [
  { page: 'info', icon: Info },
  { page: 'announcement', icon: Megaphone },
  { page: 'applications', icon: UserRoundPlus },
  { page: 'admins', icon: ShieldCheck },
] as const

interface AdminLinkProps {
  readonly group: ListedGroup
  readonly page: (typeof pages)[number]['page']
  readonly icon: (typeof pages)[number]['icon']
}

const AdminLink = ({ group, page, icon }: AdminLinkProps) => {
  const text = useText()
  const count = page === 'applications' ? group.group.applicationCount : 0
  return (
    <Link {...linkToGroupPage(group, subPaths[page])} className={listRowTarget}>
      <LinkRow
        leading={<RowIcon icon={icon} isSmall />}
        title={text(`group.${page}`)}
        titleEnd={count > 0 && <CountBadge count={count} />}
      />
    </Link>
  )
}

/** While it is on, only managers may write [ADMIN-05 ADMIN-36]. */
const BanAllSwitch = ({ group }: { readonly group: ListedGroup }) => {
  const text = useText()
  const { groups } = useAccount()
  return (
    <section className={styles.setting} aria-label={text('group.ban-all')}>
      <Switch
        label={text('group.ban-all')}
        isOn={group.group.isAllBanned}
        onChange={(isOn) => void groups.setAllBanned(group.id, isOn)}
      />
      <p className={styles.hint}>{text('group.ban-all.hint')}</p>
    </section>
  )
}

interface FriendsSwitchProps {
  readonly group: ListedGroup
  readonly mayAddFriends: boolean
}

/** While it is off, members cannot add each other as friends [ADMIN-06] (DEC-127). */
const FriendsSwitch = ({ group, mayAddFriends }: FriendsSwitchProps) => {
  const text = useText()
  const change = useChangeGroupSetting()
  return (
    <section className={styles.setting} aria-label={text('group.add-friends')}>
      <Switch
        label={text('group.add-friends')}
        isOn={mayAddFriends}
        onChange={(isOn) => void change(group, { mayAddFriends: isOn })}
      />
      <p className={styles.hint}>{text('group.add-friends.hint')}</p>
    </section>
  )
}
