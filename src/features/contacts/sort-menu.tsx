import { Check, ChevronDown } from 'lucide-react'
import { type FriendOrder, friendOrders } from '#domain/contacts/contacts.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './sort-menu.module.css'

interface SortMenuProps {
  readonly order: FriendOrder
  readonly onChange: (order: FriendOrder) => void
}

/** Chooses how friends are sorted; the button says how they are now [FRIEND-04]. */
export const SortMenu = ({ order, onChange }: SortMenuProps) => {
  const text = useText()
  const current = text(`contact.sort.${order}`)
  return (
    <Menu
      label={text('contact.sort')}
      trigger={(target) => (
        <Button {...target} variant="quiet" aria-label={`${text('contact.sort')}: ${current}`}>
          {current}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
      entries={friendOrders.map((id) => ({
        id,
        label: text(`contact.sort.${id}`),
        icon: <Check aria-hidden="true" className={classNames(id !== order && styles.unchosen)} />,
      }))}
      onAction={(id) => onChange(id === 'online' ? 'online' : 'name')}
    />
  )
}
