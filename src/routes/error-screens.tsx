import { useNavigate, useRouter } from '@tanstack/react-router'
import { CircleAlert, CloudOff, LockKeyhole, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { errorName } from '#domain/http/rejection.ts'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './error-screens.module.css'

import { paths } from './route-table.ts'

interface ScreenProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
}

/** A page with a message and the possible actions. */
const Screen = ({ icon, title, children }: ScreenProps) => (
  <main className={styles.screen}>
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    <h1 className={styles.title}>{title}</h1>
    {children}
  </main>
)

/** A message and a link to the start page. */
const FailureScreen = ({ icon, textId }: { readonly icon: ReactNode; readonly textId: string }) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Screen icon={icon} title={text(textId)}>
      <Button variant="primary" onPress={() => void navigate({ to: paths.entry })}>
        {text('common.go-home')}
      </Button>
    </Screen>
  )
}

/**
 * The screen for a page whose files could not be loaded. If another page was there before, returns to it and says so in
 * a toast.
 */
const MissingPartScreen = () => {
  const text = useText()
  const toasts = useToasts()
  const { history } = useRouter()
  const canReturn = history.canGoBack()
  const leave = useEffectEvent(() => {
    const action = { label: text('common.refresh'), onPress: () => location.reload() }
    toasts.show({ kind: 'error', text: text('errors.part-missing'), action })
    history.back()
  })
  useEffect(() => {
    if (canReturn) leave()
  }, [canReturn])
  if (canReturn) return null
  return (
    <Screen icon={<CloudOff />} title={text('errors.part-missing')}>
      <p className={styles.reason}>{text('errors.part-missing.reason')}</p>
      <RefreshButton />
    </Screen>
  )
}

/** A matched page whose content does not exist (DEC-34) [ROUTE-32]. */
export const NotFoundScreen = () => <FailureScreen icon={<SearchX />} textId="errors.not-found" />

/** A page that needs an account was rendered without one (DEC-35) [ROUTE-33]. */
export const NotAuthenticatedScreen = () => (
  <FailureScreen icon={<LockKeyhole />} textId="errors.not-authenticated" />
)

const isNotAuthenticated = (error: unknown): boolean =>
  error instanceof Error && error.name === errorName.notAuthenticated

/** Any other failure of a page [ROUTE-31]; a missing account and missing files get their own screens. */
export const ErrorScreen = ({ error }: { readonly error: unknown }) => {
  if (isNotAuthenticated(error)) return <NotAuthenticatedScreen />
  if (isPartMissing(error)) return <MissingPartScreen />
  return <FailureScreen icon={<CircleAlert />} textId="errors.error" />
}

/**
 * Prevents the router from reloading the app when a file of a page cannot be loaded, because a reload without the
 * network would leave nothing. The router reloads once for each error message and records it in the session storage.
 */
export const stayOnMissingPart = (page: Window): void =>
  page.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { readonly payload?: unknown }
    if (!(payload instanceof Error)) return
    try {
      page.sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Without the session storage the router does not reload either.
    }
  })

/** The messages of Chromium, Firefox, Safari and our style loader for a file of the app that cannot be loaded. */
const messages = [
  /Failed to fetch dynamically imported module/,
  /error loading dynamically imported module/,
  /Importing a module script failed/,
  /Unable to preload CSS/,
]

/**
 * Whether a page failed because a file of the app could not be loaded: the network failed, or a newer version
 * replaced it.
 */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && messages.some((message) => message.test(error.message))
