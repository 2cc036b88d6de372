import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { TextField as AriaTextField, Button, Input, Label } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './combo-box.module.css'
import { type ComboBoxOption, chosenText } from './combo-box-option.ts'
import fieldStyles from './field.module.css'
import { FieldFoot, type FieldProps } from './field-parts.tsx'
import { useOnDemand } from './use-on-demand.ts'

export interface ComboBoxProps extends FieldProps {
  readonly options: readonly ComboBoxOption[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Somebody turns to it: what fills the list may be fetched from then on. */
  readonly onTurnTo?: () => void
}

const load = async () => (await import('./filtering-combo-box.tsx')).FilteringComboBox

/**
 * A list to choose one of, filtered while typing; leaving it restores the chosen one. Most people leave it as it is, so what filters
 * is fetched when somebody turns to it, and goes on from what was typed until then.
 */
export const ComboBox = (props: ComboBoxProps) => {
  const { Component, want } = useOnDemand(load)
  const [hasFocus, setHasFocus] = useState(false)
  const [typed, setTyped] = useState<string>()
  if (Component) return <Component {...props} typed={typed} autoFocus={hasFocus} />
  const turnTo = () => {
    want()
    props.onTurnTo?.()
  }
  return <StandIn {...props} typed={typed} onType={setTyped} onTurnTo={turnTo} onFocusChange={setHasFocus} />
}

interface StandInProps extends ComboBoxProps {
  readonly typed: string | undefined
  readonly onType: (typed: string) => void
  readonly onTurnTo: () => void
  readonly onFocusChange: (hasFocus: boolean) => void
}

/** Looks and reads like the closed list. */
const StandIn = ({
  label,
  description,
  error,
  options,
  selected,
  typed,
  onType,
  ...turning
}: StandInProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <AriaTextField
      validationBehavior="aria"
      isInvalid={error !== undefined}
      value={typed ?? chosenText(options, selected)}
      onChange={onType}
      onFocus={turning.onTurnTo}
      onFocusChange={turning.onFocusChange}
      className={classNames(fieldStyles.field)}
    >
      <Label className={classNames(fieldStyles.label)}>{label}</Label>
      <span className={fieldStyles.box}>
        <Input
          ref={input}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-autocomplete="list"
          autoComplete="off"
          className={classNames(fieldStyles.input)}
          onFocus={(event) => event.currentTarget.select()}
          onPointerEnter={turning.onTurnTo}
        />
        <Button
          aria-label={label}
          excludeFromTabOrder
          className={classNames(styles.open)}
          onPress={() => input.current?.focus()}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      <FieldFoot description={description} error={error} />
    </AriaTextField>
  )
}
