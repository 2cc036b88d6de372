import { CircleAlert } from 'lucide-react'
import styles from './field.module.css'

/** What every field shares: a label above, help and a fault beneath, both tied to the input. */
export interface FieldProps {
  readonly label: string
  readonly description?: string | undefined
  /** The fault in words; the field is invalid while there is one. */
  readonly error?: string | undefined
}

/** What an input says of itself: the ids of its help and of its fault, while they are there. */
export const describedBy = (id: string, { description, error }: Omit<FieldProps, 'label'>) =>
  [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ') || undefined

/** Help, fault and counter under the input with this id. */
export const FieldFoot = ({ id, description, error, count, minimum, maximum }: FieldFootProps) => (
  <>
    {(description !== undefined || maximum !== undefined) && (
      <span className={styles.foot}>
        {description !== undefined && (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        )}
        {maximum !== undefined && (
          <span className={styles.counter} aria-hidden="true">
            {minimum === undefined ? `${count}/${maximum}` : `${minimum}–${maximum}`}
          </span>
        )}
      </span>
    )}
    {error !== undefined && (
      <span id={`${id}-error`} className={styles.error}>
        <CircleAlert aria-hidden="true" />
        <span>{error}</span>
      </span>
    )}
  </>
)

interface FieldFootProps extends Omit<FieldProps, 'label'> {
  readonly id: string
  readonly count?: number
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}
