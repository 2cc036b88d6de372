import { ArrowLeft, Languages } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { usePreferences } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { findLocale, locales } from '#src/app/locales.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './auth-page.module.css'

interface AuthPageProps {
  readonly title: string
  readonly subtitle?: string
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
  /** For long texts instead of a form. */
  readonly isWide?: boolean
  /** Links below the form. */
  readonly footer?: ReactNode
}

/**
 * The layout of pages before the sign-in: a card in the full frame, the whole screen in compact ones. Starts to load
 * the signed-in app when the user types.
 */
export const AuthPage = ({ title, subtitle, onBack, isWide = false, children, footer }: AuthPageProps) => {
  const text = useText()
  const { preloadAccount } = useClient()
  const titleId = useId()
  return (
    <main className={classNames(styles.page, isWide && styles.wide)} aria-labelledby={titleId}>
      <div className={styles.bar}>
        {onBack !== undefined && (
          <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={onBack} />
        )}
        <span className={styles.brand}>
          <img src="/icon.svg" alt="" className={styles.mark} />
          {text('common.app-name')}
        </span>
        <LanguageMenu />
      </div>
      <section className={styles.card} onInput={preloadAccount}>
        <header className={styles.header}>
          <h1 id={titleId} className={styles.title}>
            {title}
          </h1>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </header>
        {children}
      </section>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </main>
  )
}

/** A language menu, for users who cannot read the current language [I18N-01]. */
const LanguageMenu = () => {
  const text = useText()
  const [, change] = usePreferences()
  return (
    <Menu
      label={text('my.language')}
      trigger={(target) => <IconButton {...target} label={text('my.language')} icon={<Languages />} />}
      entries={locales.map((locale) => ({ id: locale, label: text(`common.language.${locale}`) }))}
      onAction={(id) => change({ locale: findLocale(id) })}
    />
  )
}
