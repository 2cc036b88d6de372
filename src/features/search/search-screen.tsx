import { ArrowLeft, History, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { isEmptyFilter } from '#domain/search/message-hits.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { NoConversationOpen } from '#src/app/frame/nothing-open.tsx'
import { useSearchHref } from '#src/app/frame/search-link.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { SearchHistory } from '#streams/search/search-history.ts'
import { SessionResults } from './message-results.tsx'
import { searchDelay } from './name-search.ts'
import styles from './search.module.css'
import { readSearchAddress, type SearchAddress, useGoToSearch } from './search-address.ts'
import { SearchResults } from './search-results.tsx'
import { useTypedKeyword } from './use-typed-keyword.ts'
import { WithSearch } from './with-search.tsx'

/** The route of the global search: a page in compact frames. In the full frame the list pane shows it [ROUTE-01]. */
export const SearchScreen = () => {
  const isFull = useFrameMode() === 'full'
  return isFull ? <NoConversationOpen /> : <SearchPage />
}

const SearchPage = () => {
  const text = useText()
  const href = useSearchHref() ?? paths.search
  const goBack = useGoBack(paths.messages)
  return (
    <Screen title={text('search.title')} onBack={goBack}>
      <SearchPanel address={readSearchAddress(href)} onClose={goBack} />
    </Screen>
  )
}

interface SearchPaneProps {
  /** The address of the search, with query and hash. */
  readonly href: string
  readonly onClose: () => void
}

/** The global search in the list pane, next to the open conversation. */
export const SearchPane = ({ href, onClose }: SearchPaneProps) => {
  const text = useText()
  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <IconButton label={text('search.close')} icon={<ArrowLeft />} onPress={onClose} />
        <h1 className={styles.title}>{text('search.title')}</h1>
      </header>
      <SearchPanel address={readSearchAddress(href)} onClose={onClose} />
    </div>
  )
}

interface SearchPanelProps {
  readonly address: SearchAddress
  readonly onClose: () => void
}

/**
 * The search field with the history below it, or the results. Arrow keys walk from the field through the results and
 * Enter opens one. Escape returns to the field, empties it, then closes the search.
 */
const SearchPanel = ({ address, onClose }: SearchPanelProps) => {
  const text = useText()
  const panel = useRef<HTMLElement>(null)
  const { loadSearch } = useAccount()
  const { typed, setTyped, searchNow } = useTyped(address)
  const go = useGo()
  const remember = (keyword: string) => {
    if (keyword.trim() !== '') void loadSearch().then(({ history }) => history.add(keyword))
  }
  const submit = (keyword: string) => {
    searchNow(keyword)
    remember(keyword)
  }
  const isEmpty = address.keyword.trim() === '' && isEmptyFilter(address.filter)
  return (
    <search
      ref={panel}
      className={styles.panel}
      onKeyDown={(event) => walkResults(event, typed === '' ? onClose : undefined)}
    >
      <div className={styles.field}>
        <SearchField
          label={text('search.keyword')}
          value={typed}
          onChange={setTyped}
          onSubmit={submit}
          onDown={() => resultsIn(panel.current)[0]?.focus()}
          autoFocus
        />
      </div>
      <WithSearch>
        {(operations) => {
          const content = { operations, address, go, onOpen: () => remember(address.keyword) }
          if (address.session !== undefined)
            return <SessionResults key={address.session} {...content} id={address.session} />
          if (isEmpty) return <SearchHistoryList history={operations.history} onSearch={submit} />
          return <SearchResults {...content} />
        }}
      </WithSearch>
    </search>
  )
}

interface SearchHistoryListProps {
  readonly history: SearchHistory
  readonly onSearch: (keyword: string) => void
}

/** The last keywords, each removable, or a hint if there are none [SEARCH-01 SEARCH-05]. */
const SearchHistoryList = ({ history, onSearch }: SearchHistoryListProps) => {
  const text = useText()
  const keywords = useReadable(history)
  if (keywords.length === 0)
    return (
      <EmptyState
        illustration="search"
        title={text('search.hint')}
        description={text('search.hint-detail')}
      />
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

/** Goes to a changed search. The first one adds an entry to the history of the browser, the following replace it. */
const useGo = () => {
  const isShown = useSearchHref() !== undefined
  const go = useGoToSearch()
  return (address: SearchAddress, options?: { readonly isNewEntry: boolean }) =>
    go(address, { replace: isShown && options?.isNewEntry !== true })
}

/** The typed text, which the address follows after 300 ms without typing or immediately on Enter [SEARCH-06]. */
const useTyped = (address: SearchAddress) => {
  const go = useGo()
  return useTypedKeyword(address.keyword, searchDelay, (keyword) =>
    go({ ...address, keyword, ...(keyword === '' ? { session: undefined } : {}) }),
  )
}

const resultsIn = (panel: HTMLElement | null): readonly HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[data-result]') ?? []),
]

/** Moves the focus between the field and the results. Escape in the field closes the search. */
function walkResults(event: KeyboardEvent<HTMLElement>, onClose: (() => void) | undefined): void {
  const { key, currentTarget, target } = event
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const field = currentTarget.querySelector('input')
  const results = resultsIn(currentTarget)
  const place = target instanceof HTMLElement ? results.indexOf(target) : -1
  if (key === 'Escape') {
    event.preventDefault()
    if (target === field) onClose?.()
    else field?.focus()
  }
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: results.length - 1 }[key]
  if (place === -1 || next === undefined) return
  event.preventDefault()
  const focused = next < 0 ? field : results[next]
  focused?.focus()
}
