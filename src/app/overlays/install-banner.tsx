import { Share, SquarePlus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { findBrowser } from '#src/features/entry/browser-support.ts'
import { isInstalled } from '#src/platform/device.ts'
import { openTabStorage } from '#src/platform/web-storage.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { useApp } from '../app-context.ts'
import styles from './install-banner.module.css'

export interface InstallFacts {
  readonly userAgent: string
  readonly touchPoints: number
  readonly isInstalled: boolean
  readonly isEmbedded: boolean
  readonly isDesktop: boolean
  /** Whether the browser offers the installation. */
  readonly isOffered: boolean
  /** Whether the person has clicked or typed in this page. Before, a banner would cover what they came to read. */
  readonly hasBeenUsed: boolean
}

/**
 * Decides how to offer the installation: by the browser's own prompt, by a guide, or not. Hidden on desktop, in an
 * embedding app and in unknown browsers, once installed, and before the first use (DEC-92) [SW-12 SW-13 SW-14].
 */
export const decideInstallOffer = (facts: InstallFacts): 'prompt' | 'guide' | 'hidden' => {
  const { userAgent, touchPoints, isOffered } = facts
  const isUnknown = findBrowser(userAgent) === undefined
  if (facts.isInstalled || facts.isEmbedded || facts.isDesktop || isUnknown) return 'hidden'
  if (!facts.hasBeenUsed) return 'hidden'
  // Tablets of Apple claim to be computers.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  if (isIos) return 'guide'
  return isOffered ? 'prompt' : 'hidden'
}

const dismissedKey = 'chat-install-dismissed'

/** Offers to install the app, until it is dismissed in this tab [SW-11]. */
export const InstallBanner = ({ prompt }: { readonly prompt: InstallPrompt }) => {
  const text = useText()
  const offer = useInstallOffer(prompt)
  const install = useInstall(prompt)
  const [isGuideOpen, setIsGuideOpen] = useState(false)
  const [isDismissed, setIsDismissed] = useState(() => openTabStorage().getItem(dismissedKey) !== null)
  if (offer === 'hidden' || isDismissed) return null
  const name = text('common.app-name')
  const dismiss = () => {
    openTabStorage().setItem(dismissedKey, '1')
    setIsDismissed(true)
  }
  return (
    <>
      <aside className={classNames(styles.banner)} aria-label={text('installation.banner', { name })}>
        <img src="/icon.svg" alt="" className={styles.icon} />
        <div className={styles.words}>
          <p className={styles.title}>{text('installation.banner', { name })}</p>
          <p className={styles.hint}>{text('installation.hint')}</p>
        </div>
        <IconButton label={text('installation.dismiss')} icon={<X />} onPress={dismiss} />
        <div className={styles.action}>
          {offer === 'prompt' ? (
            <Button isWide variant="primary" onPress={install}>
              {text('installation.install')}
            </Button>
          ) : (
            <Button isWide variant="primary" onPress={() => setIsGuideOpen(true)}>
              {text('installation.how')}
            </Button>
          )}
        </div>
      </aside>
      <InstallGuide isOpen={isGuideOpen} onClose={() => setIsGuideOpen(false)} />
    </>
  )
}

const useInstallOffer = (prompt: InstallPrompt) => {
  const { host } = useApp()
  const { embeddedIn } = useReadable(host)
  const isOffered = useReadable(prompt.isOffered)
  return decideInstallOffer({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: isInstalled(),
    isEmbedded: embeddedIn !== undefined,
    isDesktop: useFrameMode() === 'full',
    isOffered,
    hasBeenUsed: useHasBeenUsed(),
  })
}

/** Whether the page has been clicked or typed in since it was opened. */
const useHasBeenUsed = (): boolean => {
  const [hasBeenUsed, setHasBeenUsed] = useState(() => navigator.userActivation?.hasBeenActive ?? false)
  useEffect(() => {
    if (hasBeenUsed) return
    const use = () => setHasBeenUsed(true)
    // A click comes after the press, so that the banner never moves under the finger.
    for (const type of ['click', 'keydown']) window.addEventListener(type, use)
    return () => {
      for (const type of ['click', 'keydown']) window.removeEventListener(type, use)
    }
  }, [hasBeenUsed])
  return hasBeenUsed
}

const useInstall = (prompt: InstallPrompt) => {
  const text = useText()
  const toasts = useToasts()
  return () =>
    void prompt.ask().catch(() => toasts.show({ kind: 'warning', text: text('installation.unavailable') }))
}

interface InstallGuideProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The steps of an installation on a device of Apple, where a page cannot start it. */
const InstallGuide = ({ isOpen, onClose }: InstallGuideProps) => {
  const text = useText()
  return (
    <Dialog
      title={text('installation.guide.title', { name: text('common.app-name') })}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>
          {text('installation.guide.share')} <Share aria-hidden="true" />
        </li>
        <li>
          {text('installation.guide.add')} <SquarePlus aria-hidden="true" />
        </li>
        <li>{text('installation.guide.confirm')}</li>
      </ol>
    </Dialog>
  )
}

/** The browser's offer to install the app, which TypeScript's library does not declare. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Dispatched on the window when the browser offers the installation of an app that is not installed [SW-04]. */
export const installPromptEvent = 'app-install-prompt'

/** The install was triggered while the app is installed, or before the browser offers it [SW-15]. */
class InstallPromptNotAvailable extends Error {
  override readonly name = 'INSTALL_PROMPT_NOT_AVAILABLE'
  constructor() {
    super('INSTALL_PROMPT_NOT_AVAILABLE')
  }
}

interface InstallPrompt {
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
      const shown = offer
      if (shown === undefined || hasBeenInstalled()) throw new InstallPromptNotAvailable()
      change(undefined)
      return (await shown.prompt()).outcome
    },
  }
}
