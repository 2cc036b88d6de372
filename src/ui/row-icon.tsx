import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './row-icon.module.css'

interface RowIconProps {
  readonly icon: LucideIcon
  /** A warning for ways that nobody should take by mistake. */
  readonly tone?: 'brand' | 'danger'
  /** As large as a small avatar. */
  readonly isSmall?: boolean
}

/** What leads a list row where a person's picture would stand. */
export const RowIcon = ({ icon: Icon, tone = 'brand', isSmall = false }: RowIconProps) => (
  <span
    aria-hidden="true"
    className={classNames(styles.icon, tone === 'danger' && styles.danger, isSmall && styles.small)}
  >
    <Icon />
  </span>
)
