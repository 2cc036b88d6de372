import { ChevronDown } from 'lucide-react'
import {
  ComboBox as AriaComboBox,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './combo-box.module.css'
import fieldStyles from './field.module.css'
import { FieldFoot, type FieldProps } from './field-parts.tsx'
import { useText } from './use-text.ts'

export interface ComboBoxOption {
  readonly id: string
  /** What is typed and matched, such as a country's name. */
  readonly name: string
  /** A second, quieter part at the end, such as "+86". */
  readonly detail?: string
}

export interface ComboBoxProps extends FieldProps {
  readonly options: readonly ComboBoxOption[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly isDisabled?: boolean
}

/** A list to choose one of, filtered while typing; leaving it restores the chosen one. */
export const ComboBox = ({
  label,
  description,
  error,
  options,
  selected,
  onSelect,
  isDisabled,
}: ComboBoxProps) => {
  const text = useText()
  return (
    <AriaComboBox
      menuTrigger="focus"
      validationBehavior="aria"
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      defaultItems={options}
      selectedKey={selected ?? null}
      onSelectionChange={(key) => key !== null && onSelect(String(key))}
      allowsEmptyCollection
      className={classNames(fieldStyles.field)}
    >
      <Label className={classNames(fieldStyles.label)}>{label}</Label>
      <span className={fieldStyles.box}>
        <Input className={classNames(fieldStyles.input)} onFocus={(event) => event.currentTarget.select()} />
        <Button className={classNames(styles.open)}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      <FieldFoot description={description} error={error} />
      <Popover className={classNames(styles.popover)} offset={4}>
        <ListBox<ComboBoxOption>
          className={classNames(styles.list)}
          renderEmptyState={() => <p className={styles.empty}>{text('common.no-results')}</p>}
        >
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.detail === undefined ? option.name : `${option.name} ${option.detail}`}
              className={classNames(styles.option)}
            >
              <span className={styles.name}>{option.name}</span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
