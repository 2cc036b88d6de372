import { I18nProvider } from '@lingui/react'
import type { RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Client } from '#client/client.ts'
import { EndpointFailureScreen } from '#src/features/entry/start-failure-screen.tsx'
import { HistoryProvider, usePlace } from '#src/routes/history.tsx'
import { type OpenRoutedPages, Pages } from '#src/routes/pages.tsx'
import { isAuthPath } from '#src/routes/route-table.ts'
import { AnnouncerProvider } from '#src/ui/announcer.tsx'
import { FrameModeContext } from '#src/ui/frame-mode.ts'
import { ToastProvider, ToastRegion } from '#src/ui/toast.tsx'
import type { ToastQueue } from '#src/ui/toast-queue.ts'
import { AppContext, type AppServices } from './app-context.ts'
import { ClientProvider, useClient } from './client-context.tsx'
import { ForcedSignOutAlert } from './overlays/forced-sign-out-alert.tsx'
import { StorageFrame } from './overlays/storage-frame.tsx'
import { useDocumentTitle } from './overlays/use-document-title.ts'
import { useNoticeToasts } from './overlays/use-notice-toasts.ts'
import { useReloadKey } from './overlays/use-reload-key.ts'
import type { Translation } from './translation.ts'
import { useAppearance } from './use-appearance.ts'
import { useLanguage } from './use-language.ts'
import { useReadable } from './use-readable.ts'

export interface AppProps extends AppServices {
  readonly client: Client
  readonly history: RouterHistory
  readonly openRouted: OpenRoutedPages
  readonly translation: Translation
  readonly toasts: ToastQueue
}

/** The whole app around its pages: language, looks, client and the overlays that exist once [BOOT-31]. */
export const App = ({ client, history, openRouted, translation, toasts, ...services }: AppProps) => (
  <AppContext value={services}>
    <I18nProvider i18n={translation.i18n}>
      <ClientProvider client={client}>
        <ToastProvider queue={toasts}>
          <AnnouncerProvider>
            <HistoryProvider history={history}>
              <Dressed client={client} openRouted={openRouted} translation={translation} />
            </HistoryProvider>
          </AnnouncerProvider>
        </ToastProvider>
      </ClientProvider>
    </I18nProvider>
  </AppContext>
)

const Dressed = ({
  client,
  openRouted,
  translation,
}: Pick<AppProps, 'client' | 'openRouted' | 'translation'>) => {
  const frame = useAppearance()
  useLanguage(translation)
  const failure = useReadable(client.endpoints.failure)
  return (
    <FrameModeContext value={frame}>
      <StorageFrame>
        {failure ? <EndpointFailureScreen {...failure} /> : <WholePage openRouted={openRouted} />}
      </StorageFrame>
      <ToastRegion />
    </FrameModeContext>
  )
}

/** A page, and the overlays that exist once for the whole app [BOOT-31]. */
const WholePage = ({ openRouted }: Pick<AppProps, 'openRouted'>) => {
  useAuthPageNotice()
  useNoticeToasts()
  useReloadKey()
  useDocumentTitle()
  return (
    <>
      <Pages openRouted={openRouted} />
      <ForcedSignOutAlert />
    </>
  )
}

/** Tells the client whether an auth page is shown: no alert is raised there [AUTH-41]. */
const useAuthPageNotice = (): void => {
  const { authentication } = useClient()
  const isOnAuthPage = isAuthPath(usePlace().pathname)
  useEffect(() => authentication.setOnAuthPage(isOnAuthPage), [authentication, isOnAuthPage])
}
