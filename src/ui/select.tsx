import { Check, ChevronDown } from 'lucide-react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import comboStyles from './filtering-combo-box.module.css'
import styles from './select.module.css'

export interface SelectOption {
  readonly id: string
  readonly name: string
}

/** A select: a button with the selected option opens a short list. */
export const Select = ({ label, options, selected, onSelect }: SelectProps) => (
  <AriaSelect
    selectedKey={selected}
    onSelectionChange={(key) => key !== null && onSelect(String(key))}
    className={classNames(styles.select)}
  >
    <Label className={classNames(styles.label)}>{label}</Label>
    <Button className={classNames(styles.button)}>
      <SelectValue className={classNames(styles.value)} />
      <ChevronDown aria-hidden="true" />
    </Button>
    <Popover className={classNames(comboStyles.popover)} offset={4} placement="bottom end">
      <ListBox items={options} className={classNames(comboStyles.list)}>
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className={classNames(comboStyles.option)}>
            {({ isSelected }) => (
              <>
                <span>{option.name}</span>
                {isSelected && <Check aria-hidden="true" className={classNames(styles.check)} />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
)

interface SelectProps {
  readonly label: string
  readonly options: readonly SelectOption[]
  readonly selected: string
  readonly onSelect: (id: string) => void
}
