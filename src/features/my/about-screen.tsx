import type { ThirdPartyLicences } from 'virtual:third-party-licences'
import type { Messages } from '@lingui/core'
import { useState } from 'react'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { createServiceWorkers, fetchVersion, StateChangeTimeout } from '#src/app/ports/service-workers.ts'
import { useOptionalTexts } from '#src/app/use-area-texts.ts'
import { appVersion, runningVersionKey } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import aboutStyles from './about-screen.module.css'
import { MyPage } from './my-page.tsx'
import styles from './my-screen.module.css'

const loadLicences = async () => (await import('virtual:third-party-licences')).licences

/** The product with its version, and the licences of all packages that it contains [SET-01]. */
export const AboutScreen = () => {
  const text = useText()
  const { loaded, hasFailed, retry } = useLoaded(loadLicences)
  return (
    <MyPage titleId="my.about" parent={paths.general}>
      <header className={aboutStyles.about}>
        <img src="/icon.svg" alt="" className={aboutStyles.logo} />
        <p className={styles.name}>{text('common.app-name')}</p>
        <p className={styles.quiet}>{text('my.version', { version: appVersion })}</p>
        <UpdateCheck />
      </header>
      {loaded !== undefined && <Licences {...loaded} />}
      {loaded === undefined && (hasFailed ? <ErrorState onRetry={retry} /> : <SkeletonList rows={4} />)}
    </MyPage>
  )
}

const catalogs = import.meta.glob<Messages>('../../../locales/*/installation.po', { import: 'messages' })

/** Updates the service worker now [SW-05]. A new version is then offered like any other. */
const UpdateCheck = () => {
  const text = useText()
  const toasts = useToasts()
  const submission = useSubmissionWithToast()
  const hasTexts = useOptionalTexts(catalogs)
  if (!hasTexts) return null
  const running = runningVersionKey()
  if (running === undefined) return null
  const check = async () => {
    const outcome = await updateNow()
    if (outcome.isOk && outcome.value === running)
      toasts.show({ kind: 'success', text: text('installation.update.current') })
    return outcome
  }
  return (
    <Button isPending={submission.isSubmitting} onPress={() => submission.submit(check)}>
      {text('installation.update.check')}
    </Button>
  )
}

/** Resolves with the key of the newest version. */
const updateNow = async () => {
  try {
    await createServiceWorkers(navigator.serviceWorker, browserClock).update()
    return succeeded((await fetchVersion(window.fetch.bind(window), browserClock))?.key)
  } catch (cause) {
    const isLate = cause instanceof StateChangeTimeout
    return rejectedBecause({ key: `installation.update.${isLate ? 'timeout' : 'failed'}` })
  }
}

const Licences = ({ packages, texts }: ThirdPartyLicences) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().toLowerCase()
  const found = packages.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <section aria-labelledby="licences" className={styles.form}>
      <h2 id="licences" className={styles.heading}>
        {text('my.about.licences', { count: packages.length })}
      </h2>
      <SearchField label={text('my.about.search')} value={keyword} onChange={setKeyword} />
      {found.length === 0 && (
        <p className={styles.quiet}>{text('search.no-result', { keyword: keyword.trim() })}</p>
      )}
      <ul className={styles.rows}>
        {found.map(({ name, version, licence, text: index }) => (
          <li key={`${name}@${version}`}>
            <details className={aboutStyles.licence}>
              <summary>
                <bdi>{name}</bdi> <span className={styles.quiet}>{`${version} · ${licence}`}</span>
              </summary>
              <pre>{index === undefined ? licence : texts[index]}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
