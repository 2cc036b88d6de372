import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button as PlainButton, VisuallyHidden } from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import styles from './forward.module.css'

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
    <ul ref={list} aria-label={label} className={styles.strip}>
      {items.map(({ key, name, picture }) => (
        <li key={key}>
          <PlainButton
            className={classNames(styles.chosen)}
            onPress={({ target }) => {
              focusNeighbour(target)
              onRemove(key)
            }}
          >
            <VisuallyHidden>{removeLabel(name)}</VisuallyHidden>
            <span className={styles.picture}>
              {picture}
              <span className={styles.cross} aria-hidden="true">
                <X />
              </span>
            </span>
            <bdi className={styles.name} aria-hidden="true">
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
