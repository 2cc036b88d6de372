import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '#src/routes/search.ts'
import styles from './form.module.css'

interface TextLinkProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly search?: Search
  /** Opens in a new tab. */
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** A link inside or under a form; the router preloads its page on hover and focus. */
export const TextLink = ({ to, search = {}, target, children }: TextLinkProps) => (
  <Link to={to} search={search} {...(target && { target })} className={styles.link}>
    {children}
  </Link>
)
