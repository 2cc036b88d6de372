import { useEffect, useState } from 'react'
import { RefreshButton } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './loading-screen.module.css'

/** The time after which a loading screen offers a reload, ms [BOOT-23]. */
export const reloadOfferDelay = 6000

/** Shown while the app loads, with a reload button when that takes long. */
export const LoadingScreen = () => {
  const text = useText()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), reloadOfferDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className={styles.screen} data-waiting>
      <VisuallyHidden as="h1">{text('common.loading')}</VisuallyHidden>
      <span className={styles.ring}>
        <Spinner />
      </span>
      <div className={styles.offer} aria-live="polite">
        {isSlow && (
          <>
            <p>{text('common.loading-slow')}</p>
            <RefreshButton isChief={false} />
          </>
        )}
      </div>
    </main>
  )
}
