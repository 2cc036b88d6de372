import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import type { Client } from '#client/client.ts'
import { EndpointFailureScreen } from '#src/features/entry/start-failure-screen.tsx'
import type { AppRouter } from '#src/routes/router.tsx'
import { AnnouncerProvider } from '#src/ui/announcer.tsx'
import { FrameModeContext } from '#src/ui/frame-mode.ts'
import { ToastProvider, ToastRegion } from '#src/ui/toast.tsx'
import type { ToastQueue } from '#src/ui/toast-queue.ts'
import { AppContext, type AppServices } from './app-context.ts'
import { ClientProvider } from './client-context.tsx'
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
  readonly router: AppRouter
  readonly translation: Translation
  readonly toasts: ToastQueue
}

/** The whole app around its pages: language, looks, client and the overlays that exist once [BOOT-31]. */
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
  useNoticeToasts()
  useReloadKey()
  useDocumentTitle()
  return (
    <>
      <RouterProvider router={router} />
      <ForcedSignOutAlert />
    </>
  )
}
