import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { CircleAlert, LockKeyhole, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorName } from '#domain/http/refusal.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './error-screens.module.css'
import { paths } from './route-table.ts'

/** A sentence about what went wrong and the way home. */
const FailureScreen = ({ icon, textId }: { readonly icon: ReactNode; readonly textId: string }) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <main className={styles.screen}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h1 className={styles.title}>{text(textId)}</h1>
      <Button variant="primary" onPress={() => void navigate({ to: paths.entry })}>
        {text('common.go-home')}
      </Button>
    </main>
  )
}

/** A matched page whose content does not exist (DEC-34) [ROUTE-32]. */
export const NotFoundScreen = () => <FailureScreen icon={<SearchX />} textId="errors.not-found" />

/** A page that needs an account was drawn without one (DEC-35) [ROUTE-33]. */
export const NotAuthenticatedScreen = () => (
  <FailureScreen icon={<LockKeyhole />} textId="errors.not-authenticated" />
)

const isNotAuthenticated = (error: unknown): boolean =>
  error instanceof Error && error.name === errorName.notAuthenticated

/** Any other failure of a page [ROUTE-31]; a missing account gets its own screen. */
export const ErrorScreen = ({ error }: Pick<ErrorComponentProps, 'error'>) =>
  isNotAuthenticated(error) ? (
    <NotAuthenticatedScreen />
  ) : (
    <FailureScreen icon={<CircleAlert />} textId="errors.error" />
  )
