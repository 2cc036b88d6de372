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
  /** What is typed and matched, such as a country's name. */
  readonly name: string
  /** A second, quieter part at the end, such as "+86". */
  readonly detail?: string
}

/** How an option stands in the input, and what typing is compared with. */
export const optionText = ({ name, detail }: ComboBoxOption): string =>
  detail === undefined ? name : `${name} ${detail}`

/** What the input of a closed list shows; empty when nothing is chosen. */
export const chosenText = (options: readonly ComboBoxOption[], selected: string | undefined): string => {
  const option = options.find(({ id }) => id === selected)
  return option === undefined ? '' : optionText(option)
}
