import { I18nProvider, useLingui } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '#client/client.ts'
import { badgeText, unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import { EndpointFailureScreen } from '#src/features/entry/start-failure-screen.tsx'
import { paths } from '#src/routes/route-table.ts'
import type { AppRouter } from '#src/routes/router.tsx'
import { AnnouncerProvider } from '#src/ui/announcer.tsx'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FrameModeContext } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ToastProvider, type ToastQueue, ToastRegion, useToasts } from '#src/ui/toast.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { emptyReadable, useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { sleep } from '#streams/clock/timing.ts'
import { AppContext, type AppServices, usePreferences } from './app-context.ts'
import { ClientProvider, useClient } from './client-context.tsx'
import { defaultLocale, findLocale, type Locale } from './locales.ts'
import storageStyles from './overlays/storage-frame.module.css'
import {
  reloadPage,
  type StorageNotice,
  storageNotice,
  wouldLoseMessages,
} from './overlays/storage-notice.ts'
import { browserClock } from './ports/clock.ts'
import { noticeText } from './rejection-text.ts'
import type { Translation } from './translation.ts'
import { useAppearance } from './use-appearance.ts'
import { runningVersionKey } from './version.ts'

export interface AppProps extends AppServices {
  readonly client: Client
  readonly router: AppRouter
  readonly translation: Translation
  readonly toasts: ToastQueue
}

/** The whole app: language, appearance, client, and the overlays that exist once [BOOT-31]. */
export const App = ({ client, router, translation, toasts, ...services }: AppProps) => (
  <AppContext value={services}>
    <I18nProvider i18n={translation.i18n}>
      <ClientProvider client={client}>
        <ToastProvider queue={toasts}>
          <AnnouncerProvider>
            <Dressed client={client} router={router} translation={translation} />
          </AnnouncerProvider>
        </ToastProvider>
      </ClientProvider>
    </I18nProvider>
  </AppContext>
)

const Dressed = ({ client, router, translation }: Pick<AppProps, 'client' | 'router' | 'translation'>) => {
  const frame = useAppearance()
  useLanguage(translation)
  const failure = useReadable(client.endpoints.failure)
  return (
    <FrameModeContext value={frame}>
      <StorageFrame>
        {failure ? <EndpointFailureScreen {...failure} /> : <WholePage router={router} />}
      </StorageFrame>
      <ToastRegion />
    </FrameModeContext>
  )
}

/** A page, and the overlays that exist once for the whole app [BOOT-31]. */
const WholePage = ({ router }: Pick<AppProps, 'router'>) => {
  useNoticeToasts(router)
  useReloadKey()
  useDocumentTitle()
  return (
    <>
      <RouterProvider router={router} />
      <ForcedSignOutAlert />
      <LateInstallation router={router} />
    </>
  )
}

/** The delay of the installation code after the app is mounted, so that the first screen loads first, ms. */
const installationDelay = 2000

/** Never settles in a build that is never installed, such as the demo. */
const loadInstallation = async () => {
  if (runningVersionKey() === undefined) await new Promise(() => {})
  await sleep(browserClock, installationDelay)
  return (await import('./overlays/installation.tsx')).Installation
}

const LateInstallation = ({ router }: Pick<AppProps, 'router'>) => {
  const { loaded: Installation } = useLoaded(loadInstallation)
  return Installation && <Installation router={router} />
}

/** Explains a forced sign-out. Confirming, or 6 s, signs out [AUTH-39 AUTH-40 AUTH-42]. */
const ForcedSignOutAlert = () => {
  const text = useText()
  const { authentication } = useClient()
  const alertKey = useSelected(authentication.view, (view) => view.alertKey)
  const accept = () => authentication.acceptForcedSignOut()
  return (
    <Dialog
      role="alertdialog"
      title={text('common.signed-out-title')}
      isOpen={alertKey !== undefined}
      onClose={accept}
      footer={
        <Button variant="primary" autoFocus onPress={accept}>
          {text('common.ok')}
        </Button>
      }
    >
      <p>{text(alertKey ?? 'errors.log-out')}</p>
    </Dialog>
  )
}

/** Sets the tab's title to the app's name, with the unread count before it. */
const useDocumentTitle = (): void => {
  const text = useText()
  const account = useReadable(useClient().account)
  const unread = useSelected(account?.conversations ?? emptyReadable, unmutedUnreadTotal)
  const name = text('common.app-name')
  const count = badgeText(unread)
  useEffect(() => {
    document.title = count === '' ? name : `(${count}) ${name}`
  }, [name, count])
}

/** Shows the client's notices as toasts [ERR-01 ERR-02 ERR-03]. */
const useNoticeToasts = (router: AppRouter): void => {
  const text = useText()
  const toasts = useToasts()
  const { notices$ } = useClient()
  useEffect(() => {
    const subscription = notices$.subscribe((notice) => {
      const words = noticeText(text, notice)
      if (words === '') return
      const { kind, isSticky = false, action } = notice
      const open = action && {
        label: text(action.key),
        onPress: () => void router.navigate({ to: paths[action.page] }),
      }
      toasts.show({ kind, text: words, isSticky, ...(open && { action: open }) })
    })
    return () => subscription.unsubscribe()
  }, [notices$, router, text, toasts])
}

/**
 * On F5, flushes pending writes, closes this tab's connection, and reloads with the same account (DEC-36) [ROUTE-30].
 */
const useReloadKey = (): void => {
  const client = useClient()
  useEffect(() => {
    const reload = (event: KeyboardEvent) => {
      // The browser's own reload asks first if messages would be lost.
      if (event.key !== 'F5' || wouldLoseMessages(client)) return
      event.preventDefault()
      reloadPage(client)
    }
    window.addEventListener('keydown', reload)
    return () => window.removeEventListener('keydown', reload)
  }, [client])
}

/**
 * Loads the selected language, passes it to the client and sets it on the document. If it cannot be loaded, the last one
 * is selected again. Returns the active language [I18N-04].
 */
const useLanguage = (translation: Translation): Locale => {
  const client = useClient()
  const [{ locale: chosen = defaultLocale }, change] = usePreferences()
  const { i18n } = useLingui()
  const text = useText()
  const toasts = useToasts()
  const spoken = findLocale(i18n.locale) ?? defaultLocale
  const reject = useEffectEvent(() => {
    toasts.show({ kind: 'error', text: text('errors.network') })
    change({ locale: spoken })
  })
  useEffect(() => {
    if (findLocale(translation.i18n.locale) !== chosen) translation.activate(chosen).catch(reject)
    client.setLocale(chosen)
  }, [client, translation, chosen])
  useEffect(() => {
    // Even for an equal value, Chromium invalidates the style of every element.
    const { documentElement: page } = document
    if (page.lang !== spoken) page.lang = spoken
  }, [spoken])
  return spoken
}

/** While the device's storage has a fault, leaving the page asks for confirmation if messages would be lost. */
const useLeaveQuestion = (isFaulty: boolean): void => {
  const client = useClient()
  useEffect(
    () => (isFaulty ? askBeforeLeaving(() => wouldLoseMessages(client)) : undefined),
    [client, isFaulty],
  )
}

/** The app below a strip that reports faults of the device's storage [ERR-08]. */
const StorageFrame = ({ children }: { readonly children: ReactNode }) => {
  const health = useReadable(useClient().storage)
  const [read, setRead] = useState<StorageNotice>()
  const notice = storageNotice(health)
  useLeaveQuestion(notice !== undefined)
  const isShown = notice !== undefined && notice !== read
  return (
    <div className={isShown ? storageStyles.stack : storageStyles.plain}>
      {isShown && <Strip notice={notice} onRead={() => setRead(notice)} />}
      <div className={isShown ? storageStyles.rest : storageStyles.plain}>{children}</div>
    </div>
  )
}

const Strip = ({ notice, onRead }: { readonly notice: StorageNotice; readonly onRead: () => void }) => {
  const text = useText()
  return (
    <div className={storageStyles.strip}>
      <TriangleAlert aria-hidden="true" />
      <p role="status" className={storageStyles.text}>
        {text(notice.key)}
      </p>
      {notice.canReload && <RefreshButton />}
      {notice.isHarmless && <IconButton label={text('common.dismiss')} icon={<X />} onPress={onRead} />}
    </div>
  )
}

/** Makes the browser ask before the page is left while `mustAsk` returns true. Returns a function that stops it. */
const askBeforeLeaving = (mustAsk: () => boolean): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
