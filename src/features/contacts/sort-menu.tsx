import { ArrowDownUp, Check } from 'lucide-react'
import { oneOf } from '#src/app/one-of.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import styles from './sort-menu.module.css'

interface SortMenuProps<Order extends string> {
  readonly label: string
  readonly orders: readonly Order[]
  readonly selected: Order
  /** Returns the name of an order. */
  readonly nameOf: (order: Order) => string
  readonly onChange: (order: Order) => void
}

/** A menu that selects the order of a list. Its button names the current order [FRIEND-04]. */
export const SortMenu = <Order extends string>({
  label,
  orders,
  selected,
  nameOf,
  onChange,
}: SortMenuProps<Order>) => (
  <Menu
    label={label}
    trigger={(target) => (
      <IconButton {...target} label={`${label}: ${nameOf(selected)}`} icon={<ArrowDownUp />} />
    )}
    entries={orders.map((id) => ({
      id,
      label: nameOf(id),
      icon: <Check aria-hidden="true" className={classNames(id !== selected && styles.unchosen)} />,
    }))}
    onAction={(id) => {
      const chosen = oneOf(orders, id)
      if (chosen !== undefined) onChange(chosen)
    }}
  />
)
