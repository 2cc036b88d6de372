import type { ReactNode } from 'react'
import { ListBox, ListLayout, Virtualizer } from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import styles from './choice-list.module.css'

/** Height of a row, CSS px [FWD-14]. */
const layoutOptions = { rowSize: 56 }

interface ChoiceListProps<Row extends { readonly key: string }> {
  readonly label: string
  readonly rows: readonly Row[]
  /** How many may be chosen. */
  readonly mode: 'single' | 'multiple'
  /** Keys, also of such as are not among the rows. */
  readonly chosen: ReadonlySet<string>
  /** Keys of rows that cannot be chosen. */
  readonly disabled: readonly string[]
  /** Told which of the rows are chosen now. */
  readonly onChoose: (keys: ReadonlySet<string>) => void
  /** An `OptionRow`. */
  readonly draw: (row: Row) => ReactNode
}

/**
 * A list of any length to choose from, drawn a window at a time: one tab stop, in which arrows, Home, End and first letters walk,
 * and Space and Enter choose.
 */
export const ChoiceList = <Row extends { readonly key: string }>(props: ChoiceListProps<Row>) => {
  const { label, rows, mode, chosen, disabled, onChoose, draw } = props
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
      <ListBox
        aria-label={label}
        items={rows}
        selectionMode={mode}
        selectedKeys={chosen}
        disabledKeys={disabled}
        escapeKeyBehavior="none"
        onSelectionChange={(keys) => {
          const isAll = keys === 'all'
          onChoose(new Set(rows.map(({ key }) => key).filter((key) => isAll || keys.has(key))))
        }}
        className={classNames(styles.list)}
      >
        {draw}
      </ListBox>
    </Virtualizer>
  )
}

/** Goes on from a search field to the list beneath it, where there is one. */
export const focusListIn = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
