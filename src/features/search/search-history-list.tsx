import { History, Search, X } from 'lucide-react'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { SearchHistory } from '#streams/search/search-history.ts'
import styles from './search.module.css'

interface SearchHistoryListProps {
  readonly history: SearchHistory
  readonly onSearch: (keyword: string) => void
}

/** The last keywords, each removable, or a hint if there are none [SEARCH-01 SEARCH-05]. */
export const SearchHistoryList = ({ history, onSearch }: SearchHistoryListProps) => {
  const text = useText()
  const keywords = useReadable(history)
  if (keywords.length === 0)
    return (
      <EmptyState icon={<Search />} title={text('search.hint')} description={text('search.hint-detail')} />
    )
  return (
    <section aria-labelledby="search-history" className={styles.scroll}>
      <div className={styles.sectionHead}>
        <h2 id="search-history" className={styles.heading}>
          {text('search.history')}
        </h2>
        <Button variant="quiet" onPress={() => void history.clear()}>
          {text('search.history.clear')}
        </Button>
      </div>
      <ul>
        {keywords.map((keyword) => (
          <li key={keyword} className={styles.entry}>
            <button
              type="button"
              className={listRowTarget}
              data-result="true"
              onClick={() => onSearch(keyword)}
            >
              <ListRow leading={<RowIcon icon={History} isSmall />} title={<bdi>{keyword}</bdi>} />
            </button>
            <IconButton
              label={text('search.history.remove', { keyword })}
              icon={<X />}
              onPress={() => void history.remove(keyword)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
