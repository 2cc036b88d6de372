import '../theme/base.css'
import { createRoot } from 'react-dom/client'
import type { Client } from '#machines/client/client.ts'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import { isCompatible } from '#src/features/entry/browser-support.ts'
import { createAppRouter } from '#src/routes/router.tsx'
import { createToastQueue } from '#src/ui/toast-queue.ts'
import { App } from './app.tsx'
import type { InstallationFacts } from './app-context.ts'
import { createHostStore } from './host.ts'
import { chooseLocale, findLocale } from './locales.ts'
import { createPreferences } from './preferences.ts'
import { createTranslation } from './translation.ts'

export interface Start {
  readonly root: Element
  readonly client: Client
  readonly environment: EnvironmentConfig
  readonly diagnostics: InstallationFacts
}

/** Mounts the app into the page: looks and language first, so that the first thing painted is right [BOOT-03 I18N-03]. */
export const startApp = async ({ root, client, environment, diagnostics }: Start): Promise<void> => {
  const preferences = createPreferences(localStorage)
  const translation = createTranslation()
  const toasts = createToastQueue(window)
  const queried = new URLSearchParams(location.search).get('locale') ?? undefined
  const host = createHostStore(sessionStorage)
  const asked = findLocale(queried)
  if (asked !== undefined) preferences.change({ locale: asked })
  await translation.speak(chooseLocale(queried, preferences.get().locale))
  const router = createAppRouter({
    client,
    preferences,
    host,
    isBrowserCompatible: () => isCompatible(navigator.userAgent),
  })
  createRoot(root).render(
    <App
      client={client}
      environment={environment}
      diagnostics={diagnostics}
      host={host}
      preferences={preferences}
      router={router}
      toasts={toasts}
      translation={translation}
    />,
  )
}
