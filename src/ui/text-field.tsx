import type { ReactNode, Ref } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  TextArea,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldFoot, type FieldProps } from './field-parts.tsx'

export interface TextFieldProps
  extends FieldProps,
    Omit<AriaTextFieldProps, 'className' | 'children' | 'style' | 'value' | 'onChange' | 'maxLength'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
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
  placeholder = '',
  maximum,
  minimum,
  isMultiLine = false,
  leading,
  trailing,
  inputRef,
  ...props
}: TextFieldProps) => (
  <AriaTextField
    validationBehavior="aria"
    {...props}
    isInvalid={error !== undefined}
    className={classNames(styles.field)}
  >
    <Label className={classNames(styles.label)}>{label}</Label>
    <span className={styles.box}>
      {leading}
      {isMultiLine ? (
        <TextArea className={classNames(styles.input, styles['multi-line'])} placeholder={placeholder} />
      ) : (
        <Input
          className={classNames(styles.input)}
          placeholder={placeholder}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
        />
      )}
      {trailing}
    </span>
    <FieldFoot
      description={description}
      error={error}
      count={[...props.value].length}
      minimum={minimum}
      maximum={maximum}
    />
  </AriaTextField>
)
