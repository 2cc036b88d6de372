import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './row-icon.module.css'

interface RowIconProps {
  readonly icon: LucideIcon
  /** `danger` marks destructive entries. */
  readonly tone?: 'brand' | 'danger'
  /** As large as a small avatar. */
  readonly isSmall?: boolean
}

/** An icon in place of the avatar of a list row. */
export const RowIcon = ({ icon: Icon, tone = 'brand', isSmall = false }: RowIconProps) => (
  <span
    aria-hidden="true"
    className={classNames(styles.icon, tone === 'danger' && styles.danger, isSmall && styles.small)}
  >
    <Icon />
  </span>
)
