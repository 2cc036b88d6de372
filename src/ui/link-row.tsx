import { ChevronRight } from 'lucide-react'
import { ListRow, type ListRowProps } from './list-row.tsx'

/** The content of a list row that leads to another page, which its chevron shows. The row's link wraps it. */
export const LinkRow = (row: Omit<ListRowProps, 'end'>) => (
  <ListRow {...row} end={<ChevronRight aria-hidden="true" />} />
)
