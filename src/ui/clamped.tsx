import type { CSSProperties, ReactNode } from 'react'
import styles from './clamped.module.css'
import { classNames } from './class-names.ts'

interface ClampedProps {
  /** Visible lines; the style sheet's number by default. */
  readonly lines?: number
  readonly className?: string | undefined
  /** `auto` for text that may have another direction than the page. */
  readonly dir?: 'auto'
  readonly children: ReactNode
}

/** Text clamped to three lines, five on medium screens, or to `lines` [MSG-26] (DEC-04). */
export const Clamped = ({ lines, className, dir, children }: ClampedProps) => (
  <span className={classNames(styles.clamped, className)} dir={dir} style={linesStyle(lines)}>
    {children}
  </span>
)

/** React's CSS properties have no custom properties. */
const linesStyle = (lines: number | undefined): CSSProperties | undefined =>
  lines === undefined ? undefined : ({ '--clamp-lines': lines } as CSSProperties)
