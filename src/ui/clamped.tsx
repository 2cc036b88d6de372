import type { CSSProperties, ReactNode } from 'react'
import styles from './clamped.module.css'
import { classNames } from './class-names.ts'

interface ClampedProps {
  /** How many lines show; the usual number when left out. */
  readonly lines?: number
  readonly className?: string | undefined
  /** `auto` for words that may run the other way than the page. */
  readonly dir?: 'auto'
  readonly children: ReactNode
}

/** Text of which a few lines show: three, five on medium screens, or as many as it is told [MSG-26] (DEC-04). */
export const Clamped = ({ lines, className, dir, children }: ClampedProps) => (
  <span className={classNames(styles.clamped, className)} dir={dir} style={linesStyle(lines)}>
    {children}
  </span>
)

/** The type of a style knows no custom properties. */
const linesStyle = (lines: number | undefined): CSSProperties | undefined =>
  lines === undefined ? undefined : ({ '--clamp-lines': lines } as CSSProperties)
