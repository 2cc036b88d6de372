import { CircleAlert } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { EndpointFailure } from '#domain/connection/endpoints.ts'
import { useApp } from '#src/app/app-context.ts'
import { RefreshButton } from '#src/ui/button.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { KnownFacts } from './diagnostics.ts'
import styles from './start-failure-screen.module.css'

/** The facts of a page that could not start. */
export const nothingKnown: KnownFacts = { clientId: undefined, app: undefined, endpoints: undefined }

/** Shown if the app cannot start: the reason, a reload button, and facts to report (DEC-75) [BOOT-07]. */
export const StartFailureScreen = ({ code }: { readonly code: number | undefined }) => {
  const text = useText()
  return (
    <FailureScreen
      title={text('errors.start-failed')}
      description={
        code === undefined ? text('errors.start-failed.reason') : text('errors.bad-environment', { code })
      }
      known={nothingKnown}
    />
  )
}

/** Final error: no server is known and none can be discovered (DEC-75) [ENDP-19 ENDP-21]. */
export const EndpointFailureScreen = ({ name, code }: EndpointFailure) => {
  const text = useText()
  const { diagnostics, host } = useApp()
  const reported = code === undefined ? name : `${name} ${code}`
  return (
    <FailureScreen
      title={text('errors.start-failed')}
      description={text('errors.no-endpoint', { name: reported })}
      known={{ ...diagnostics, app: useReadable(host).embeddedIn }}
    />
  )
}

interface FailureScreenProps {
  readonly title: string
  readonly description: string
  readonly known: KnownFacts
}

const FailureScreen = ({ title, description, known }: FailureScreenProps) => (
  <NoticePage icon={<CircleAlert />} title={title} description={description} actions={<RefreshButton />}>
    <Diagnostics {...known} />
  </NoticePage>
)

/** The facts to report. Nothing if the code for them cannot be loaded, so that the reason is shown without them. */
export const Diagnostics = (known: KnownFacts) => (
  <Suspense>
    <DiagnosticsTable {...known} />
  </Suspense>
)

/** Loaded late, because few starts fail. */
const DiagnosticsTable = lazy<ComponentType<KnownFacts>>(() =>
  import('./diagnostics-table.tsx').then(
    (loaded) => ({ default: loaded.DiagnosticsTable }),
    () => ({ default: () => null }),
  ),
)

/** A page without the app's frame: a message and the possible actions. */
export const NoticePage = ({ icon, title, description, actions, children }: NoticePageProps) => (
  <main className={styles.page}>
    <div className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.description}>{description}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {children}
    </div>
  </main>
)

interface NoticePageProps {
  readonly icon: ReactNode
  readonly title: string
  readonly description: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}
