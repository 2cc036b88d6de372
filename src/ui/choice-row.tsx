import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox, ListBoxItem, Radio } from 'react-aria-components'
import styles from './choice-row.module.css'
import { classNames } from './class-names.ts'

interface ChoiceRowProps {
  /** In front of the name, such as an avatar. */
  readonly leading?: ReactNode
  readonly name: ReactNode
  readonly detail?: ReactNode
  readonly isDisabled?: boolean
}

/** A row of a multiple-choice list, 56 px high. */
export const CheckRow = ({ isChosen, onChange, isDisabled = false, ...content }: CheckRowProps) => (
  <Checkbox
    isSelected={isChosen}
    isDisabled={isDisabled}
    onChange={onChange}
    className={classNames(styles.row)}
  >
    <Content {...content} mark={styles.box} />
  </Checkbox>
)

interface CheckRowProps extends ChoiceRowProps {
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

/** A row of a list box with keyboard navigation. */
export const OptionRow = ({ id, words, isOne = false, ...content }: OptionRowProps) => (
  <ListBoxItem id={id} textValue={words} className={classNames(styles.row)}>
    <Content {...content} mark={isOne ? styles.round : styles.box} />
  </ListBoxItem>
)

interface OptionRowProps extends Omit<ChoiceRowProps, 'isDisabled'> {
  readonly id: string
  /** Its name as plain text, for type-ahead. */
  readonly words: string
  /** Whether selecting it deselects all others. */
  readonly isOne?: boolean
}

/** A row of a single-choice list, inside a radio group. */
export const RadioRow = ({ value, isDisabled = false, isDense = false, ...content }: RadioRowProps) => (
  <Radio value={value} isDisabled={isDisabled} className={classNames(styles.row, isDense && styles.dense)}>
    <Content {...content} mark={styles.round} />
  </Radio>
)

interface RadioRowProps extends ChoiceRowProps {
  readonly value: string
  /** Reduces the height to that of a target, for one line of text. */
  readonly isDense?: boolean
}

const Content = ({ leading, name, detail, mark }: ChoiceRowProps & { readonly mark: string | undefined }) => (
  <>
    {leading}
    <span className={styles.text}>
      <span className={styles.name}>{name}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
    <span className={classNames(styles.mark, mark)} aria-hidden="true">
      <Check />
    </span>
  </>
)
