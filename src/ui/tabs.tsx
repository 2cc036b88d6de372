import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

/**
 * Tabs of equal width with the selected panel below. The row is one tab stop; arrow keys select. Not React Aria's,
 * because the sign-in page uses it and would load all its collections.
 */
export const Tabs = ({ label, items, selected, onSelect, isFilling = false }: TabsProps) => {
  const id = useId()
  const place = items.findIndex((item) => item.id === selected)
  const choose = (event: KeyboardEvent<HTMLDivElement>) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextTab(event.key, place, items.length, isMirrored)
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
              // A browser leaves a partly visible element where it is.
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView(nearest)}
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

const nearest = { block: 'nearest', inline: 'nearest' } as const

interface TabsProps {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Fills the available height, for content that scrolls. */
  readonly isFilling?: boolean
}

/**
 * Returns the index of the tab that a key moves to, out of `count`; undefined for other keys. `isMirrored` in a row from
 * right to left.
 */
export const nextTab = (
  key: string,
  place: number,
  count: number,
  isMirrored = false,
): number | undefined => {
  if (count === 0) return undefined
  if (key === (isMirrored ? 'ArrowLeft' : 'ArrowRight')) return (place + 1) % count
  if (key === (isMirrored ? 'ArrowRight' : 'ArrowLeft')) return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
