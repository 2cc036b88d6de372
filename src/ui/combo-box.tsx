import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { onceLoaded } from '#streams/once-loaded.ts'
import { PressButton } from './button.tsx'
import styles from './combo-box.module.css'
import { selectedText } from './combo-box-option.ts'
import fieldStyles from './field.module.css'
import type { ComboBoxProps } from './filtering-combo-box.tsx'
import { describedBy, FieldFooter } from './text-field.tsx'
import { useOnDemand } from './use-on-demand.ts'

const load = onceLoaded(async () => (await import('./filtering-combo-box.tsx')).FilteringComboBox)

/**
 * A combo box. Leaving it restores the selected option. Most users never change it, so the filtering part is loaded
 * when the user turns to it, and takes over the text typed until then.
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
          value={typed ?? selectedText(options, selected)}
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
      <FieldFooter id={id} description={description} error={error} />
    </div>
  )
}
