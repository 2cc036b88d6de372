import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { useText } from './use-text.ts'

type InputProps = ComponentProps<'input'>

interface TextFieldProps
  extends FieldProps,
    Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'spellCheck'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Shows a counter. Longer input stays possible; the form shows an error. */
  readonly maximum?: number
  /** The least value of a number; `maximum` is then the greatest, and both are shown instead of a counter. */
  readonly minimum?: number
  readonly isMultiLine?: boolean
  /** Controls at the field's end, such as Send code. */
  readonly trailing?: ReactNode
  /** Controls at the field's start. */
  readonly leading?: ReactNode
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A text field; multi-line with `isMultiLine`. */
export const TextField = ({
  label,
  description,
  error,
  maximum,
  minimum,
  isMultiLine = false,
  leading,
  trailing,
  inputRef,
  isRequired,
  onChange,
  type = 'text',
  placeholder = '',
  ...props
}: TextFieldProps) => {
  const id = useId()
  const shared = {
    ...props,
    id,
    placeholder,
    'aria-invalid': error !== undefined || undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': describedBy(id, { description, error }),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  }
  return (
    <div className={styles.field} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        {leading}
        {isMultiLine ? (
          <textarea {...shared} className={classNames(styles.input, styles['multi-line'])} />
        ) : (
          <input {...shared} type={type} className={styles.input} ref={inputRef} />
        )}
        {trailing}
      </span>
      <FieldFooter
        id={id}
        description={description}
        error={error}
        count={[...props.value].length}
        minimum={minimum}
        maximum={maximum}
      />
    </div>
  )
}

/** A password field with a button that shows the password. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'isMultiLine' | 'trailing'>) => {
  const text = useText()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      spellCheck="false"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={text(isShown ? 'common.hide-password' : 'common.show-password')}
          icon={isShown ? <EyeOff /> : <Eye />}
          onPress={() => setIsShown(!isShown)}
        />
      }
    />
  )
}

/** The common props of fields: a label above, help and error below, both linked to the input. */
export interface FieldProps {
  readonly label: string
  readonly description?: string | undefined
  /** The error message; the field is invalid while it is set. */
  readonly error?: string | undefined
}

/** Returns the `aria-describedby` of an input: the ids of its help and error, if present. */
export const describedBy = (id: string, { description, error }: Omit<FieldProps, 'label'>) =>
  [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ') || undefined

/** Help, error and counter below the input with this id. */
export const FieldFooter = ({ id, description, error, count, minimum, maximum }: FieldFootProps) => (
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
