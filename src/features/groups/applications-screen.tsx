import { canManage } from '#domain/group/roles.ts'
import type { GroupApplication } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AnswerButtons } from '../contacts/answer-buttons.tsx'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import styles from './groups.module.css'

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
        drawing="requests"
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
