import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './list-row.module.css'

/** The content of a list row: avatar, two lines and an end. The row's link or button wraps it. */
export const ListRow = ({
  leading,
  title,
  detail,
  trailing,
  titleEnd,
  end,
  isSelected = false,
}: ListRowProps) => (
  <span className={classNames(styles.row, isSelected && styles.selected)}>
    {leading}
    <span className={styles.text}>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        {titleEnd !== undefined && <span className={styles.end}>{titleEnd}</span>}
      </span>
      {(detail !== undefined || trailing !== undefined) && (
        <span className={styles.line}>
          <span className={styles.detail}>{detail}</span>
          {trailing}
        </span>
      )}
    </span>
    {end}
  </span>
)

export interface ListRowProps {
  readonly leading?: ReactNode
  readonly title: ReactNode
  /** The secondary end of the first line, such as a time. */
  readonly titleEnd?: ReactNode
  readonly detail?: ReactNode
  /** The end of the second line, such as a badge. */
  readonly trailing?: ReactNode
  /** The end of the row, in the middle of both lines. */
  readonly end?: ReactNode
  readonly isSelected?: boolean
}

/** The class of a link or button around a `ListRow`: full width with hover, press and focus styles. */
export const listRowTarget = classNames(styles.target)

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

/** The content of a list row that leads to another page, which its chevron shows. The row's link wraps it. */
export const LinkRow = (row: Omit<ListRowProps, 'end'>) => (
  <ListRow {...row} end={<ChevronRight aria-hidden="true" />} />
)
