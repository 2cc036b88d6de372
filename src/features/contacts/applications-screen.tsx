import { UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import type { Application, ApplicationsView } from '#domain/contacts/contacts.ts'
import { applicationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { ApplicationRow } from './application-row.tsx'
import styles from './applications-screen.module.css'
import { type Refresh, useRefresh } from './use-refresh.ts'

/** Who wants to be friends: those waiting for an answer first, then the past [FRIEND-39 FRIEND-42]. */
export const ApplicationsScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const applications = useReadable(useAccount().applications)
  const refresh = useRefresh()
  useMarkSeen(applications)
  const { pending, past } = applications
  const isEmpty = pending.length === 0 && past.length === 0
  return (
    <Panel title={text('contact.new-friends')} onBack={goBack} placement="centre">
      {isEmpty && <NoApplications refresh={refresh} />}
      <Section title={text('contact.applications.pending')} applications={pending} />
      <Section title={text('contact.applications.past')} applications={past} />
    </Panel>
  )
}

/** Whatever this screen shows counts as seen [FRIEND-40]. */
const useMarkSeen = ({ pending, past, unseenCount }: ApplicationsView): void => {
  const account = useAccount()
  const newest = Math.max(0, ...[...pending, ...past].map((each) => each.applicationId))
  useEffect(() => {
    if (unseenCount > 0) {
      void account.dispatch({ type: 'MarkApplicationsSeen', upTo: applicationId(newest) })
    }
  }, [account, newest, unseenCount])
}

const NoApplications = ({ refresh }: { readonly refresh: Refresh }) => {
  const text = useText()
  if (refresh.status === 'refreshing') return <SkeletonList rows={3} />
  if (refresh.status === 'failed') return <ErrorState onRetry={refresh.retry} />
  return (
    <EmptyState
      icon={<UserPlus />}
      title={text('contact.applications.empty.title')}
      description={text('contact.applications.empty.text')}
    />
  )
}

interface SectionProps {
  readonly title: string
  readonly applications: readonly Application[]
}

const Section = ({ title, applications }: SectionProps) => {
  if (applications.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul aria-label={title}>
        {applications.map((application) => (
          <ApplicationRow key={application.applicationId} application={application} />
        ))}
      </ul>
    </section>
  )
}
