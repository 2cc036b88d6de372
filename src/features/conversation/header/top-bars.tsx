import { type CSSProperties, useState } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { hasPins, PinnedBar, type PinnedBarProps } from '../pins/pinned-bar.tsx'
import { AnnouncementBanner, hasUndismissedAnnouncement } from './announcement-banner.tsx'
import styles from './top-bars.module.css'

/**
 * The announcement and the pinned messages. They lie over the beginning of the message list, which keeps room for them,
 * so that no message moves when a bar comes or goes.
 */
export const TopBars = (props: PinnedBarProps) => (
  <div className={styles.place}>
    <div className={styles.bars}>
      <AnnouncementBanner details={props.details} />
      <PinnedBar {...props} />
    </div>
  </div>
)

/**
 * Returns the style properties of the conversation: the number of bars now, and the greatest number since it was opened.
 * The message list keeps room for the greatest number, because the first messages would move if a closed bar took its
 * room away.
 */
export function useTopBarsStyle(details: ConversationDetails | undefined): CSSProperties {
  const count = Number(hasUndismissedAnnouncement(details)) + Number(hasPins(details))
  const [most, setMost] = useState(count)
  if (count > most) setMost(count)
  // React's type of style properties does not include custom properties.
  return { '--bars': count, '--most-bars': most } as CSSProperties
}
