import { type HistoryState, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '#src/routes/search.ts'
import styles from './form.module.css'

interface TextLinkProps {
  /** A path of this site. */
  readonly to: string
  readonly search?: Search
  readonly state?: HistoryState
  /** Opens in a new tab. */
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** A link inside or under a form; the router preloads its page on hover and focus. */
export const TextLink = ({ to, search = {}, state = {}, target, children }: TextLinkProps) => (
  <Link to={to} search={search} state={state} {...(target && { target })} className={styles.link}>
    {children}
  </Link>
)
