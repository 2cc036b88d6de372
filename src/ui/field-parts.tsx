import { CircleAlert } from 'lucide-react'
import { FieldError as AriaFieldError, Text } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

/** What every field shares: a label above, help and a fault beneath, both tied to the input. */
export interface FieldProps {
  readonly label: string
  readonly description?: string | undefined
  /** The fault in words; the field is invalid while there is one. */
  readonly error?: string | undefined
}

/** Help, fault and counter under an input. */
export const FieldFoot = ({ description, error, count, minimum, maximum }: FieldFootProps) => (
  <>
    {(description !== undefined || maximum !== undefined) && (
      <span className={styles.foot}>
        {description !== undefined && (
          <Text slot="description" className={classNames(styles.description)}>
            {description}
          </Text>
        )}
        {maximum !== undefined && (
          <span className={styles.counter} aria-hidden="true">
            {minimum === undefined ? `${count}/${maximum}` : `${minimum}–${maximum}`}
          </span>
        )}
      </span>
    )}
    <AriaFieldError className={classNames(styles.error)}>
      <CircleAlert aria-hidden="true" />
      <span>{error}</span>
    </AriaFieldError>
  </>
)

interface FieldFootProps extends Pick<FieldProps, 'description' | 'error'> {
  readonly count?: number
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}
