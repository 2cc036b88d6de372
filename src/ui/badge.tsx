import styles from './badge.module.css'
import { classNames } from './class-names.ts'

/** What a badge shows for a count: nothing for none, at most "99+" [LAYOUT-05]. */
export const badgeText = (count: number): string => {
  if (count <= 0) return ''
  return count > 99 ? '99+' : String(count)
}

/** A count in a pill. Decoration: its owner says the count in words. */
export const Badge = ({ count, isMuted = false }: { readonly count: number; readonly isMuted?: boolean }) => {
  const shown = badgeText(count)
  if (shown === '') return null
  return (
    <span className={classNames(styles.badge, isMuted && styles.muted)} aria-hidden="true">
      {shown}
    </span>
  )
}
