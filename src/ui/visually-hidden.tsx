import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  readonly as?: 'span' | 'h1'
  readonly role?: 'status'
  readonly children: ReactNode
}

/** Text for assistive technology only. */
export const VisuallyHidden = ({ as: Element = 'span', ...props }: VisuallyHiddenProps) => (
  <Element {...props} className={styles.hidden} />
)
