import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  Collection,
  Header,
  ListBox,
  ListBoxSection,
  ListLayout,
  Button as PlainButton,
  type Selection,
  Virtualizer,
  VisuallyHidden,
} from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import styles from './choice-list.module.css'
import forwardStyles from './forward.module.css'

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

interface ChosenItem {
  readonly key: string
  readonly name: string
  readonly picture: ReactNode
}

interface ChosenStripProps {
  readonly label: string
  readonly items: readonly ChosenItem[]
  /** Returns the accessible name of the button that removes an item. */
  readonly removeLabel: (name: string) => string
  readonly onRemove: (key: string) => void
}

/** The strip of selected targets or people. The newest is in view, and a press removes one [FWD-03]. */
export const ChosenStrip = ({ label, items, removeLabel, onRemove }: ChosenStripProps) => {
  const list = useRef<HTMLUListElement>(null)
  const count = useRef(0)
  const { length } = items
  useEffect(() => {
    const hasGrown = length > count.current
    count.current = length
    if (hasGrown) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' })
  }, [length])
  if (length === 0) return null
  return (
    <ul ref={list} aria-label={label} className={forwardStyles.strip}>
      {items.map(({ key, name, picture }) => (
        <li key={key}>
          <PlainButton
            className={classNames(forwardStyles.chosen)}
            onPress={({ target }) => {
              focusNeighbour(target)
              onRemove(key)
            }}
          >
            <VisuallyHidden>{removeLabel(name)}</VisuallyHidden>
            <span className={forwardStyles.picture}>
              {picture}
              <span className={forwardStyles.cross} aria-hidden="true">
                <X />
              </span>
            </span>
            <bdi className={forwardStyles.name} aria-hidden="true">
              {name}
            </bdi>
          </PlainButton>
        </li>
      ))}
    </ul>
  )
}

/** Keeps the focus in the picker when the pressed button disappears: on the next or previous item, or the search. */
function focusNeighbour(button: Element): void {
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const target =
    neighbour?.querySelector('button') ?? item?.parentElement?.parentElement?.querySelector('input')
  target?.focus()
}
