import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import styles from './announcer.module.css'

type Announce = (text: string) => void
const AnnouncerContext = createContext<Announce>(() => undefined)

interface Announcement {
  readonly text: string
  /** Two places that take turns, so that the same words twice are spoken twice. */
  readonly turn: number
}

/** Holds the one polite live region of the app. */
export const AnnouncerProvider = ({ children }: { readonly children: ReactNode }) => {
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', turn: 0 })
  const announce = useCallback<Announce>(
    (text) => setAnnouncement((previous) => ({ text, turn: 1 - previous.turn })),
    [],
  )
  return (
    <AnnouncerContext value={announce}>
      {children}
      <div className={styles.spoken} data-live-announcer="true" aria-live="polite">
        <p>{announcement.turn === 0 ? announcement.text : ''}</p>
        <p>{announcement.turn === 1 ? announcement.text : ''}</p>
      </div>
    </AnnouncerContext>
  )
}

/** Speaks a text politely to assistive technology; nothing is seen. */
export const useAnnouncer = (): Announce => use(AnnouncerContext)
