import styles from './badge.module.css'

/** A count in a pill, as `badgeText` shows it; nothing for none. Decoration: its owner says the count in words. */
export const Badge = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <span className={styles.badge} aria-hidden="true">
      {text}
    </span>
  )
