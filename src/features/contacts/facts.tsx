import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Rows of a name and what it says. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)

interface FactProps {
  readonly name: string
  readonly value: string
  /** A control at the row's end, such as copying. */
  readonly action?: ReactNode
}

/** One row; nothing when there is no value. */
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
