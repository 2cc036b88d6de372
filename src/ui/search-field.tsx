import { Search, X } from 'lucide-react'
import { SearchField as AriaSearchField, Button, FieldError, Input } from 'react-aria-components'
import { classNames } from './class-names.ts'
import fieldStyles from './field.module.css'
import styles from './search-field.module.css'
import { useText } from './use-text.ts'

/** A searchbox; Enter submits, Escape and the cross clear. */
export const SearchField = ({ label, error, placeholder, onSubmit, onDown, ...props }: SearchFieldProps) => {
  const text = useText()
  return (
    <AriaSearchField
      {...props}
      aria-label={label}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      onSubmit={(value) => onSubmit?.(value)}
      onKeyDown={(event) => {
        const isDown = event.key === 'ArrowDown' && !event.nativeEvent.isComposing
        if (!isDown || onDown === undefined) return event.continuePropagation()
        event.preventDefault()
        onDown()
      }}
      className={classNames(fieldStyles.field)}
    >
      {({ isEmpty }) => (
        <>
          <span className={styles.box}>
            <Search aria-hidden="true" className={classNames(styles.icon)} />
            <Input className={classNames(styles.input)} placeholder={placeholder ?? label} />
            {!isEmpty && (
              <Button className={classNames(styles.clear)} aria-label={text('common.clear-search')}>
                <X aria-hidden="true" />
              </Button>
            )}
          </span>
          <FieldError className={classNames(fieldStyles.error)}>{error}</FieldError>
        </>
      )}
    </AriaSearchField>
  )
}

interface SearchFieldProps {
  /** The accessible name, and the placeholder by default. */
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit?: (value: string) => void
  /** Called by the down arrow, to focus the results. */
  readonly onDown?: () => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}
