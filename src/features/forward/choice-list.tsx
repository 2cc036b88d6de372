import type { ComponentProps, ReactNode, Ref } from 'react'
import { type Components, Virtuoso } from 'react-virtuoso'
import styles from './choice-list.module.css'

/** Height of a row, CSS px [FWD-14]. */
const rowHeight = 56

interface Item {
  readonly key: string
}
interface ListContext {
  readonly label: string
  readonly head: ReactNode
  readonly foot: ReactNode
}

interface ChoiceListProps<Row extends Item> {
  readonly label: string
  readonly rows: readonly Row[]
  /** Scrolls away above the rows. */
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly draw: (row: Row) => ReactNode
}

/** A list of any length to choose from, drawn a window at a time. */
export const ChoiceList = <Row extends Item>({ label, rows, head, foot, draw }: ChoiceListProps<Row>) => (
  <Virtuoso<Item, ListContext>
    className={styles.scroller ?? ''}
    data={rows}
    context={{ label, head, foot }}
    components={parts}
    fixedItemHeight={rowHeight}
    computeItemKey={(_, { key }) => key}
    itemContent={(index) => drawAt(rows[index], draw)}
  />
)

const drawAt = <Row extends Item>(row: Row | undefined, draw: (row: Row) => ReactNode): ReactNode =>
  row && draw(row)

// Virtuoso draws a window of the rows; the parts make it a list of list items.
const parts: Components<Item, ListContext> = {
  Header: ({ context }) => context?.head,
  Footer: ({ context }) => context?.foot,
  List: ({ context, ref, ...props }) => (
    // Virtuoso only measures the element, so any HTML element serves for its div.
    <ul {...props} ref={ref as Ref<HTMLUListElement>} aria-label={context?.label} />
  ),
  Item: ({ item: _item, context: _context, ...props }: ItemProps) => <li {...props} />,
}
type ItemProps = ComponentProps<NonNullable<Components<Item, ListContext>['Item']>>
