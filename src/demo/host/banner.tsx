import { I18nProvider, useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Authentication } from '#client/authentication.ts'
import { findLocale, type Locale } from '#src/app/locales.ts'
import type { PreferenceStore } from '#src/app/preferences.ts'
import { loadMessages } from '#src/app/translation.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ToastProvider, type ToastQueue } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { phoneOf } from '../world/personas.ts'
import styles from './banner.module.css'
import type { DemoTranslation } from './demo-translation.ts'

export interface BannerOptions {
  readonly translation: DemoTranslation
  readonly preferences: PreferenceStore
  readonly authentication: Authentication
  /** The app's toasts. */
  readonly toasts: ToastQueue
  /** The language of the world's people. */
  readonly worldLocale: Locale
  readonly onStartOver: () => void
}

/** Mounts the strip that announces the demo next to the app. */
export async function showBanner(container: Element, options: BannerOptions): Promise<void> {
  const { translation } = options
  const spoken = findLocale(translation.i18n.locale)
  if (spoken) await translation.activate(spoken, loadMessages)
  createRoot(container).render(
    <I18nProvider i18n={translation.i18n}>
      <ToastProvider queue={options.toasts}>
        <Banner {...options} />
      </ToastProvider>
    </I18nProvider>,
  )
}

/** Announces the demo, and resets it on request. */
const Banner = (options: BannerOptions) => {
  const { authentication, translation, preferences, worldLocale, onStartOver } = options
  const text = useText()
  const isForeign = useSpokenLocale(translation, preferences) !== worldLocale
  const isSignedOut = useReadable(authentication.view).status === 'signed-out'
  const hint = isForeign ? 'demo.banner-foreign' : 'demo.banner'
  const [isAsking, setIsAsking] = useState(false)
  return (
    <aside className={styles.banner} aria-label={text('demo.name')}>
      <p className={styles.text}>
        {isSignedOut ? text('demo.banner-signed-out', phoneOf('me')) : text(hint)}
      </p>
      <button type="button" className={styles.action} onClick={() => setIsAsking(true)}>
        {text('demo.start-over')}
      </button>
      <ConfirmDialog
        title={text('demo.start-over.title')}
        isOpen={isAsking}
        isDanger
        confirmLabel={text('demo.start-over')}
        onConfirm={onStartOver}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('demo.start-over.body')}</p>
      </ConfirmDialog>
    </aside>
  )
}

/** Follows the app's language and returns the active one. */
const useSpokenLocale = (translation: DemoTranslation, preferences: PreferenceStore): Locale | undefined => {
  const { i18n } = useLingui()
  const chosen = useReadable(preferences).locale
  const spoken = findLocale(i18n.locale)
  useEffect(() => {
    if (chosen !== undefined && chosen !== findLocale(translation.i18n.locale))
      void translation.activate(chosen, loadMessages)
  }, [translation, chosen])
  return spoken
}
