import { ChevronDown, CircleAlert } from 'lucide-react'
import { type FocusEvent, useRef } from 'react'
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import comboBoxStyles from './combo-box.module.css'
import { type ComboBoxOption, optionText, selectedText } from './combo-box-option.ts'
import fieldStyles from './field.module.css'
import styles from './filtering-combo-box.module.css'
import type { FieldProps } from './text-field.tsx'
import { useText } from './use-text.ts'

export interface ComboBoxProps extends FieldProps {
  readonly options: readonly ComboBoxOption[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Called when the user turns to the field: a good time to load the options. */
  readonly onTurnTo?: () => void
}

interface FilteringComboBoxProps extends ComboBoxProps {
  /** Text typed before this component was loaded; undefined shows the selected option. */
  readonly typed: string | undefined
  readonly autoFocus: boolean
}

/** A combo box that filters while typing. Leaving it restores the selected option. */
export const FilteringComboBox = ({
  label,
  description,
  error,
  options,
  selected,
  onSelect,
  onTurnTo,
  typed,
  autoFocus,
}: FilteringComboBoxProps) => {
  const text = useText()
  const continuesTyping = useRef(typed !== undefined)
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    onTurnTo?.()
    if (continuesTyping.current)
      currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    else currentTarget.select()
    continuesTyping.current = false
  }
  return (
    <AriaLocale>
      <AriaComboBox
        menuTrigger="focus"
        validationBehavior="aria"
        isInvalid={error !== undefined}
        defaultItems={options}
        selectedKey={selected ?? null}
        onSelectionChange={(key) => key !== null && onSelect(String(key))}
        allowsEmptyCollection
        autoFocus={autoFocus}
        defaultInputValue={typed ?? selectedText(options, selected)}
        className={classNames(fieldStyles.field)}
      >
        <Label className={classNames(fieldStyles.label)}>{label}</Label>
        <span className={fieldStyles.box}>
          <Input className={classNames(fieldStyles.input)} onFocus={onFocus} />
          <Button className={classNames(comboBoxStyles.open)}>
            <ChevronDown aria-hidden="true" />
          </Button>
        </span>
        {description !== undefined && (
          <Text slot="description" className={classNames(fieldStyles.description)}>
            {description}
          </Text>
        )}
        <FieldError className={classNames(fieldStyles.error)}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </FieldError>
        <Popover className={classNames(styles.popover)} offset={4}>
          <ListBox<ComboBoxOption>
            className={classNames(styles.list)}
            renderEmptyState={() => <p className={styles.empty}>{text('common.no-results')}</p>}
          >
            {(option) => (
              <ListBoxItem
                id={option.id}
                textValue={optionText(option)}
                className={classNames(styles.option)}
              >
                <span>{option.name}</span>
                {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </AriaLocale>
  )
}
