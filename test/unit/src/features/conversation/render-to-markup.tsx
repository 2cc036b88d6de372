import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountProvider } from '#src/app/client-context.tsx'
import { createTranslation } from '#src/app/translation.ts'
import { type FrameMode, FrameModeContext } from '#src/ui/frame-mode.ts'
import { ToastProvider } from '#src/ui/toast.tsx'
import { createToastQueue } from '#src/ui/toast-queue.ts'
import { createFixtureAccount } from '#test/gallery/fixtures/fixture-account.ts'

const translation = createTranslation()
/** Toasts that stay, because no test waits for their end. */
const noTimers = { setTimeout: () => 0, clearTimeout: () => undefined }
const conversation = { total: 10, loaded: 10, unread: 0, isMixed: false }

/** The first render of a part of the app, in English, with the gallery's account. */
export async function renderToMarkup(part: ReactNode, frame: FrameMode = 'full'): Promise<string> {
  await translation.speak('en-US')
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  })
  await router.load()
  return renderToStaticMarkup(
    <I18nProvider i18n={translation.i18n}>
      <AccountProvider account={createFixtureAccount('usual', conversation)}>
        <ToastProvider queue={createToastQueue(noTimers)}>
          <FrameModeContext value={frame}>
            <RouterProvider router={router} />
          </FrameModeContext>
        </ToastProvider>
      </AccountProvider>
    </I18nProvider>,
  )
}
