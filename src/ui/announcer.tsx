import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import styles from './visually-hidden.module.css'

type Announce = (text: string) => void
const AnnouncerContext = createContext<Announce>(() => undefined)

interface Announcement {
  readonly text: string
  /** Two elements used alternately, so that repeated text is announced again. */
  readonly turn: number
}

/** Time that the text stays in the live region, ms: long enough to be read, shorter than the shortest message timer. */
const stay = 1000

/** Provides the only polite live region of the app. */
export const AnnouncerProvider = ({ children }: { readonly children: ReactNode }) => {
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', turn: 0 })
  const announce = useCallback<Announce>(
    (text) => setAnnouncement((previous) => ({ text, turn: 1 - previous.turn })),
    [],
  )
  const { text, turn } = announcement
  useEffect(() => {
    if (announcement.text === '') return
    const timer = setTimeout(() => setAnnouncement((last) => ({ ...last, text: '' })), stay)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <AnnouncerContext value={announce}>
      {children}
      <div className={styles.hidden} data-live-announcer="true" aria-live="polite">
        <p>{turn === 0 ? text : ''}</p>
        <p>{turn === 1 ? text : ''}</p>
      </div>
    </AnnouncerContext>
  )
}

/** Returns a function that announces a text to assistive technology. */
export const useAnnouncer = (): Announce => use(AnnouncerContext)
