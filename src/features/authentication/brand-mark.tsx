import styles from './brand-mark.module.css'

/** Two bubbles of one conversation, in the theme's colours. Decoration. */
export const BrandMark = () => (
  <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <path
      className={styles.back}
      d="M29 13h8a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7v5.2a1 1 0 0 1-1.7.7L29.4 35H24a7 7 0 0 1-7-7v-3z"
    />
    <path
      className={styles.front}
      d="M11 5h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-6.6l-6.7 6.1a1 1 0 0 1-1.7-.7V28a6 6 0 0 1-6-6V12a7 7 0 0 1 7-7z"
    />
  </svg>
)
