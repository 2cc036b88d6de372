import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import styles from './combo-box.module.css'
import fieldStyles from './field.module.css'
import { PressButton } from './press-button.tsx'
import { describedBy, FieldFoot, type FieldProps } from './text-field.tsx'
import { useOnDemand } from './use-on-demand.ts'

export interface ComboBoxProps extends FieldProps {
  readonly options: readonly ComboBoxOption[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Called when the user turns to the field: a good time to load the options. */
  readonly onTurnTo?: () => void
}

const load = async () => (await import('./filtering-combo-box.tsx')).FilteringComboBox

/**
 * A combo box. Leaving it restores the selected option. Most users never change it, so the filtering part is loaded when the
 * user turns to it, and takes over the text typed until then.
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

/** The placeholder: looks and reads like the closed combo box. */
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={fieldStyles.field} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <span className={fieldStyles.box}>
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-autocomplete="list"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { description, error })}
          autoComplete="off"
          className={fieldStyles.input}
          value={typed ?? chosenText(options, selected)}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onFocus={({ currentTarget }) => {
            currentTarget.select()
            turning.onTurnTo()
            turning.onFocusChange(true)
          }}
          onBlur={() => turning.onFocusChange(false)}
          onPointerEnter={turning.onTurnTo}
        />
        <PressButton
          aria-label={label}
          excludeFromTabOrder
          className={styles.open}
          onPress={() => input.current?.focus()}
        >
          <ChevronDown aria-hidden="true" />
        </PressButton>
      </span>
      <FieldFoot id={id} description={description} error={error} />
    </div>
  )
}

export interface ComboBoxOption {
  readonly id: string
  /** The text to match, such as a country's name. */
  readonly name: string
  /** A secondary text at the end, such as "+86". */
  readonly detail?: string
}

/** Returns the text of an option in the input, which is also the text to match. */
export const optionText = ({ name, detail }: ComboBoxOption): string =>
  detail === undefined ? name : `${name} ${detail}`

/** Returns the input's text of a closed combo box; empty if nothing is selected. */
export const chosenText = (options: readonly ComboBoxOption[], selected: string | undefined): string => {
  const option = options.find(({ id }) => id === selected)
  return option === undefined ? '' : optionText(option)
}
