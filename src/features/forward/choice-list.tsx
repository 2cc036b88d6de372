import type { ReactNode } from 'react'
import {
  Collection,
  Header,
  ListBox,
  ListBoxSection,
  ListLayout,
  type Selection,
  Virtualizer,
} from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import styles from './choice-list.module.css'

/** Height of a row, CSS px [FWD-14]. */
const layoutOptions = { rowSize: 56, headingSize: 32 }

/** Rows below a heading. */
export interface ChoiceSection<Row> {
  readonly title: string
  readonly rows: readonly Row[]
}

interface ChoiceListProps<Row extends { readonly key: string }> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The same rows by heading, for a list that has headings. */
  readonly sections?: readonly ChoiceSection<Row>[] | undefined
  /** How many may be chosen. */
  readonly mode: 'single' | 'multiple'
  /** Selected keys, including those of rows that are not listed now. */
  readonly chosen: ReadonlySet<string>
  /** Keys of rows that cannot be chosen. */
  readonly disabled: readonly string[]
  /** Receives the keys of the listed rows that are selected. */
  readonly onChoose: (keys: ReadonlySet<string>) => void
  /** Renders an `OptionRow`. */
  readonly draw: (row: Row) => ReactNode
}

/**
 * A virtualized list box. It is one tab stop: arrows, Home, End and type-ahead move, Space and Enter select.
 */
export const ChoiceList = <Row extends { readonly key: string }>(props: ChoiceListProps<Row>) => {
  const { label, rows, sections, mode, chosen, disabled, onChoose, draw } = props
  const shared = {
    'aria-label': label,
    selectionMode: mode,
    selectedKeys: chosen,
    disabledKeys: disabled,
    escapeKeyBehavior: 'none' as const,
    onSelectionChange: (keys: Selection) => {
      const isAll = keys === 'all'
      onChoose(new Set(rows.map(({ key }) => key).filter((key) => isAll || keys.has(key))))
    },
    className: classNames(styles.list),
  }
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
      {sections === undefined ? (
        <ListBox {...shared} items={rows}>
          {draw}
        </ListBox>
      ) : (
        <ListBox {...shared} items={sections}>
          {(section) => (
            <ListBoxSection id={section.title}>
              <Header className={classNames(styles.heading)}>{section.title}</Header>
              <Collection items={section.rows}>{draw}</Collection>
            </ListBoxSection>
          )}
        </ListBox>
      )}
    </Virtualizer>
  )
}

/** Moves the focus from a search field to the list below it, if there is one. */
export const focusFirstList = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
