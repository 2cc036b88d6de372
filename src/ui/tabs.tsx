import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

/** Equal segments of one row; the chosen one's content beneath. */
export const Tabs = ({ label, items, selected, onSelect, isFilling = false }: TabsProps) => (
  <AriaTabs
    selectedKey={selected}
    onSelectionChange={(key) => onSelect(String(key))}
    className={classNames(styles.tabs, isFilling && styles.filling)}
  >
    <TabList aria-label={label} className={classNames(styles.list)}>
      {items.map((item) => (
        <Tab key={item.id} id={item.id} className={classNames(styles.tab)}>
          {item.label}
        </Tab>
      ))}
    </TabList>
    {items.map((item) => (
      <TabPanel key={item.id} id={item.id} className={classNames(styles.panel)}>
        {item.content}
      </TabPanel>
    ))}
  </AriaTabs>
)

interface TabsProps {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Takes the height there is, for content that scrolls by itself. */
  readonly isFilling?: boolean
}
