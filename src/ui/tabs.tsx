import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

/**
 * Equal segments of one row; the chosen one's content beneath. The row is one stop of the Tab key, its arrow keys choose. Of our
 * own, since the sign-in has it and React Aria's brings all its collections along.
 */
export const Tabs = ({ label, items, selected, onSelect, isFilling = false }: TabsProps) => {
  const id = useId()
  const place = items.findIndex((item) => item.id === selected)
  const choose = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextTab(event.key, place, items.length)
    const item = next === undefined ? undefined : items[next]
    const tab = next === undefined ? undefined : event.currentTarget.children[next]
    if (item === undefined || !(tab instanceof HTMLElement)) return
    event.preventDefault()
    onSelect(item.id)
    tab.focus()
  }
  return (
    <div className={classNames(styles.tabs, isFilling && styles.filling)}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={choose}>
        {items.map((item) => {
          const isSelected = item.id === selected
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${id}-tab-${item.id}`}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}-panel-${item.id}` : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(item.id)}
            >
              {item.label}
            </button>
          )
        })}
      </div>
      {items
        .filter((item) => item.id === selected)
        .map((item) => (
          <div
            key={item.id}
            role="tabpanel"
            id={`${id}-panel-${item.id}`}
            aria-labelledby={`${id}-tab-${item.id}`}
            className={styles.panel}
          >
            {item.content}
          </div>
        ))}
    </div>
  )
}

interface TabsProps {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Takes the height there is, for content that scrolls by itself. */
  readonly isFilling?: boolean
}

/** Which of `count` tabs a key leads to from the one at `place`; undefined for a key that leads nowhere. */
export const nextTab = (key: string, place: number, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
