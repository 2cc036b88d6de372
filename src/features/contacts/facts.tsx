import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A list of name and value rows. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)

interface FactProps {
  readonly name: string
  readonly value: string
  /** A control at the end of the row, such as a copy button. */
  readonly action?: ReactNode
}

/** One row; renders nothing without a value. */
export const Fact = ({ name, value, action }: FactProps) => {
  if (value === '') return null
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <bdi className={styles.text}>{value}</bdi>
        {action}
      </dd>
    </div>
  )
}
