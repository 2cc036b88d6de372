import './in-every-start.ts'
import { createNotificationPermission } from '#src/platform/notification/notification-permission.ts'
import { preloadPublicPage } from '#src/routes/public-routes.tsx'
import type { ToastContent } from '#src/ui/toast.tsx'
import { sleep } from '#streams/clock/timing.ts'
import { createBrowserClient, preloadAccountCode } from './browser-client.ts'
import { loadEnvironment } from './load-environment.ts'
import { openPage, type Page } from './page.ts'
import { browserClock } from './ports/clock.ts'
import { createFaultRing } from './ports/report.ts'
import { showInsecure, showStartFailure, startApp } from './start.tsx'

/** The browser's offer to install the app, which it may make before the code for it has loaded. */
let offer: Event | undefined
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event
})

const runModule = (url: string): Promise<unknown> => import(/* @vite-ignore */ url)

/** Ends a long task, so that the page takes input before the next one. */
const nextTask = () => sleep(browserClock, 0)

/** Shows a sticky warning. A repeated one is shown once. */
const warn = ({ toasts, translation }: Page, id: string): void => {
  const toast: ToastContent = { kind: 'warning', text: translation.i18n._(id), isSticky: true }
  toasts.show(toast)
}

/** Only development builds contain the inspector. The condition is a build-time constant. */
const startInspection = async () =>
  import.meta.env.INSPECTION ? (await import('#src/inspection/in-browser.ts')).startInspection() : undefined

/**
 * Loads the language, the configuration and the first page in parallel. Then starts the client and mounts the app.
 */
const begin = async (root: Element): Promise<void> => {
  // Evaluating the modules was a long task already.
  await nextTask()
  const page = openPage()
  preloadPublicPage(location.pathname)
  preloadAccountCode()
  const load = () => loadEnvironment(runModule, globalThis, browserClock.now())
  const loading = load()
  // Awaited below. Until then a failure must not count as an unhandled rejection.
  loading.catch(() => undefined)
  await page.translation.activate(page.locale)
  if (!window.isSecureContext) return showInsecure(root, page)
  try {
    const environment = await loading
    const inspection = await startInspection()
    const report = createFaultRing(browserClock.now, () => warn(page, 'errors.storage-restart'))
    const { client, diagnostics } = await createBrowserClient({
      environment,
      loadEnvironment: load,
      locale: page.locale,
      isEmbedded: page.host.get().embeddedIn !== undefined,
      report,
      translation: page.translation,
      inspection: inspection?.inspection,
    })
    await nextTask()
    const files = navigator.storage
    const notifications = createNotificationPermission({ page: window, files, clock: browserClock, report })
    await startApp({
      root,
      page,
      client,
      environment,
      diagnostics,
      faults: report.list,
      inspection,
      notifications,
      installation: { report, offer: () => offer },
    })
  } catch (cause) {
    showStartFailure(root, page, cause)
  }
}

const root = document.querySelector('#root')
if (root !== null) void begin(root)
