import { createWritable, type Readable } from '#streams/readable.ts'
import { isInstalled } from './device.ts'

/** The browser's offer to install the app, which TypeScript's library does not declare. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Dispatched on the window when the browser offers the installation of an app that is not installed [SW-04]. */
export const installPromptEvent = 'app-install-prompt'

/** The install was triggered while the app is installed, or before the browser offers it [SW-15]. */
export class InstallPromptNotAvailable extends Error {
  override readonly name = 'INSTALL_PROMPT_NOT_AVAILABLE'
  constructor() {
    super('INSTALL_PROMPT_NOT_AVAILABLE')
  }
}

export interface InstallPrompt {
  /** Whether the browser offers the installation. */
  readonly isOffered: Readable<boolean>
  /**
   * Makes the browser ask the user. Allowed during a user gesture only, and once for each offer.
   * @throws InstallPromptNotAvailable
   */
  ask(): Promise<'accepted' | 'dismissed'>
}

/**
 * Follows the browser's offers. It makes the first one once, perhaps before this code has loaded; then `early` is that
 * event.
 */
export const createInstallPrompt = (
  page: Pick<Window, 'addEventListener' | 'dispatchEvent'>,
  early: Event | undefined,
  hasBeenInstalled = isInstalled,
): InstallPrompt => {
  const isOffered = createWritable(false)
  let offer: BeforeInstallPromptEvent | undefined
  const change = (next: BeforeInstallPromptEvent | undefined) => {
    offer = next
    isOffered.set(next !== undefined)
  }
  const take = (event: Event) => {
    // The app has a banner of its own.
    event.preventDefault()
    if (hasBeenInstalled()) return
    // The event of this name.
    change(event as BeforeInstallPromptEvent)
    page.dispatchEvent(new Event(installPromptEvent))
  }
  if (early !== undefined) take(early)
  page.addEventListener('beforeinstallprompt', take)
  page.addEventListener('appinstalled', () => change(undefined))
  return {
    isOffered,
    async ask() {
      const asked = offer
      if (asked === undefined || hasBeenInstalled()) throw new InstallPromptNotAvailable()
      change(undefined)
      return (await asked.prompt()).outcome
    },
  }
}
