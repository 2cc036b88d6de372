import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { describedBy, FieldFoot, type FieldProps } from './field-parts.tsx'

type InputProps = ComponentProps<'input'>

export interface TextFieldProps
  extends FieldProps,
    Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'spellCheck'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Shows a counter; typing past it stays possible, the form refuses it with words. */
  readonly maximum?: number
  /** For a number: its least value; `maximum` is then its greatest, and both are said instead of a count. */
  readonly minimum?: number
  readonly isMultiLine?: boolean
  /** Controls at the field's end, such as Send code. */
  readonly trailing?: ReactNode
  /** Controls at the field's start. */
  readonly leading?: ReactNode
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A line, or with `isMultiLine` a box, of text. */
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
      <FieldFoot
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
