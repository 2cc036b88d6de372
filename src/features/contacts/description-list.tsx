import type { ReactNode } from 'react'
import styles from './description-list.module.css'

/** A list of name and value rows. */
export const DescriptionList = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.list}>{children}</dl>
)

interface DescriptionRowProps {
  readonly name: string
  readonly value: string
  /** A control at the end of the row, such as a copy button. */
  readonly action?: ReactNode
}

/** One row; renders nothing without a value. */
export const DescriptionRow = ({ name, value, action }: DescriptionRowProps) => {
  if (value === '') return null
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <bdi className={styles.text}>{value}</bdi>
        {action}
      </dd>
    </div>
  )
}
