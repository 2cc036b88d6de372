import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import styles from './visually-hidden.module.css'

type Announce = (text: string) => void
const AnnouncerContext = createContext<Announce>(() => undefined)

interface Announcement {
  readonly text: string
  /** Two places that take turns, so that the same words twice are spoken twice. */
  readonly turn: number
}

/** Words stay this long, ms: spoken once they are there, and gone before a message they tell of may have vanished. */
const stay = 1000

/** Holds the one polite live region of the app. */
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

/** Speaks a text politely to assistive technology; nothing is seen. */
export const useAnnouncer = (): Announce => use(AnnouncerContext)
