import styles from './badge.module.css'

/**
 * A count in a pill, formatted by `badgeText`; nothing for an empty text. Decorative: its owner provides the count in
 * words.
 */
export const Badge = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <span className={styles.badge} aria-hidden="true">
      {text}
    </span>
  )
