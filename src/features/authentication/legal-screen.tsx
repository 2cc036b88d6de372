import type { Messages } from '@lingui/core'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './legal-screen.module.css'

const pages = {
  agreement: ['account', 'content', 'service', 'end'],
  privacy: ['data', 'use', 'others', 'device', 'rights'],
} as const
type LegalPage = keyof typeof pages

/** Loaded with the page, because few users read it before they sign in. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/legal.po', { import: 'messages' })

/** A legal page, readable without an account [AUTH-10]. */
const LegalScreen = ({ page }: { readonly page: LegalPage }) => {
  const text = useText()
  const goBack = useGoBack(paths.signUp)
  const hasTexts = useAreaTexts(catalogs)
  const title = text(`auth.${page}`)
  if (!hasTexts)
    return (
      <AuthPage title={title} onBack={goBack} isWide>
        <Spinner />
      </AuthPage>
    )
  return (
    <AuthPage title={title} subtitle={text(`auth.legal.${page}.intro`)} onBack={goBack} isWide>
      <div className={styles.text}>
        {pages[page].map((section) => (
          <section key={section}>
            <h2 className={styles.title}>{text(`auth.legal.${page}.${section}.title`)}</h2>
            <p>{text(`auth.legal.${page}.${section}.text`)}</p>
          </section>
        ))}
      </div>
    </AuthPage>
  )
}

export const AgreementScreen = () => <LegalScreen page="agreement" />
export const PrivacyScreen = () => <LegalScreen page="privacy" />
