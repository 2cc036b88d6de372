import { type HistoryState, Link } from '@tanstack/react-router'
import { ArrowLeft, Languages } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { findLocale, locales } from '#src/app/locales.ts'
import type { Search } from '#src/routes/search-params.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './auth-page.module.css'
import formStyles from './form.module.css'

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
  const { icon } = useApp().environment.brand
  const { preloadAccount } = useClient()
  const titleId = useId()
  return (
    <main className={classNames(styles.page, isWide && styles.wide)} aria-labelledby={titleId}>
      <div className={styles.bar}>
        {onBack !== undefined && (
          <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={onBack} />
        )}
        <span className={styles.brand}>
          {icon === undefined ? <NeutralMark /> : <img src={icon} alt="" className={styles.mark} />}
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

/** The logo of the neutral brand: two message bubbles in the theme's colours. Decorative. */
const NeutralMark = () => (
  <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <path
      className={styles.back}
      d="M29 13h8a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7v5.2a1 1 0 0 1-1.7.7L29.4 35H24a7 7 0 0 1-7-7v-3z"
    />
    <path
      className={styles.front}
      d="M11 5h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-6.6l-6.7 6.1a1 1 0 0 1-1.7-.7V28a6 6 0 0 1-6-6V12a7 7 0 0 1 7-7z"
    />
  </svg>
)

interface TextLinkProps {
  /** A path of this site. */
  readonly to: string
  readonly search?: Search
  readonly state?: HistoryState
  /** Opens in a new tab. */
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** A link inside or under a form; the router preloads its page on hover and focus. */
export const TextLink = ({ to, search = {}, state = {}, target, children }: TextLinkProps) => (
  <Link to={to} search={search} state={state} {...(target && { target })} className={formStyles.link}>
    {children}
  </Link>
)
