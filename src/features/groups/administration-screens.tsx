import { Link } from '@tanstack/react-router'
import { Info, Megaphone, ShieldCheck, UserRoundPlus } from 'lucide-react'
import { canManage } from '#domain/group/roles.ts'
import type { GroupApplication } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AnswerButtons } from '../contacts/answer-buttons.tsx'
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

/** The join requests of a group, which managers accept or reject [ADMIN-09 ADMIN-22 ADMIN-23]. */
export const ApplicationsScreen = () => (
  <GroupPanel
    titleKey="group.applications"
    parent={subPaths.admin}
    isAllowed={({ group }) => canManage(group.role)}
  >
    {(group) => <Applications group={group} />}
  </GroupPanel>
)

const Applications = ({ group }: { readonly group: ListedGroup }) => {
  const text = useText()
  const lookup = useAccount().lookUpGroupApplications(group.id)
  const view = useReadable(lookup)
  if (view.status === 'loading') return <SkeletonList rows={3} />
  if (view.status === 'failed')
    return <ErrorState title={text('group.applications.failed')} onRetry={lookup.reload} />
  if (view.value.length === 0)
    return (
      <EmptyState
        illustration="requests"
        title={text('group.applications.empty.title')}
        description={text('group.applications.empty.text')}
      />
    )
  return (
    <ul aria-label={text('group.applications')} className={styles.list}>
      {view.value.map((application) => (
        <ApplicationRow key={application.applicationId} group={group} application={application} />
      ))}
    </ul>
  )
}

interface ApplicationProps {
  readonly group: ListedGroup
  readonly application: GroupApplication
}

/** A join request with how the person found the group; two buttons while it is pending [ADMIN-22 ADMIN-23]. */
const ApplicationRow = ({ group, application }: ApplicationProps) => {
  const text = useText()
  const { userId, nickname, avatarUrl, joinMethod, remark, status } = application
  return (
    <li className={styles.application} aria-label={nickname}>
      <Avatar id={userId} name={nickname} url={avatarUrl} />
      <span className={styles.words}>
        <bdi className={styles.title}>{nickname}</bdi>
        {joinMethod !== 'not-available' && (
          <span className={styles.facts}>{text(`conversation.join-method.${joinMethod}`)}</span>
        )}
        {remark !== '' && <bdi className={styles.remark}>{remark}</bdi>}
      </span>
      {status === 'pending' ? (
        <Answers group={group} application={application} />
      ) : (
        <span className={styles.facts}>{text(`contact.applications.${status}`)}</span>
      )}
    </li>
  )
}

const Answers = ({ group, application: { applicationId } }: ApplicationProps) => {
  const { groups } = useAccount()
  return (
    <AnswerButtons
      onAccept={() => groups.answer(group.id, applicationId, 'accepted')}
      onReject={() => groups.answer(group.id, applicationId, 'rejected')}
      // A notice shows why the server rejects an answer, for example because another manager was first.
      onRejected={() => undefined}
    />
  )
}
