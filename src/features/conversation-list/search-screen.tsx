import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { openActions } from './link-to.ts'
import { type NameHits, searchDelay, searchNames } from './name-search.ts'
import { RowPreviewLine } from './row-preview-line.tsx'
import styles from './search-screen.module.css'

/** The global search over names of conversations and friends; its keyword is in the URL [ROUTE-01 SEARCH-07]. */
export const SearchScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.messages)
  const { typed, setTyped, keyword } = useKeyword()
  const hits = useHits(keyword)
  return (
    <Screen title={text('search.title')} onBack={goBack} isNarrow>
      <SearchField label={text('search.keyword')} value={typed} onChange={setTyped} autoFocus />
      {keyword.trim() === '' ? (
        <EmptyState icon={<Search />} title={text('search.hint')} />
      ) : (
        <Hits hits={hits} keyword={keyword.trim()} />
      )}
    </Screen>
  )
}

/** The typed text and the keyword, which follows after 300 ms without typing [SEARCH-06]. */
const useKeyword = () => {
  const navigate = useNavigate()
  const { keyword = '' } = useSearch({ strict: false })
  const [typed, setTyped] = useState(keyword)
  useEffect(() => {
    if (typed === keyword) return
    const timer = setTimeout(() => {
      void navigate({ to: paths.search, search: typed === '' ? {} : { keyword: typed }, replace: true })
    }, searchDelay)
    return () => clearTimeout(timer)
  }, [typed, keyword, navigate])
  return { typed, setTyped, keyword }
}

const useHits = (keyword: string): NameHits => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const friends = useReadable(account.friends)
  return useMemo(() => searchNames(keyword, conversations, friends), [keyword, conversations, friends])
}

const Hits = ({ hits, keyword }: { readonly hits: NameHits; readonly keyword: string }) => {
  const text = useText()
  const announce = useAnnouncer()
  const count = hits.conversations.length + hits.friends.length
  const outcome = text(count === 0 ? 'search.no-result' : 'search.result-count', { keyword, count })
  useEffect(() => announce(outcome), [announce, outcome])
  if (count === 0) return <EmptyState icon={<SearchX />} title={outcome} />
  return (
    <>
      <HitList title={text('search.conversations')} isShown={hits.conversations.length > 0}>
        {hits.conversations.map((row) => (
          <li key={row.id}>
            <Link {...openActions(row)} className={listRowTarget}>
              <ListRow
                leading={<Avatar id={row.peerId ?? row.id} name={row.title} url={row.avatarUrl} />}
                title={<bdi>{row.title}</bdi>}
                detail={<RowPreviewLine row={row} />}
              />
            </Link>
          </li>
        ))}
      </HitList>
      <HitList title={text('search.friends')} isShown={hits.friends.length > 0}>
        {hits.friends.map((friend) => (
          <li key={friend.userId}>
            <Link
              to={paths.user}
              params={{ userId: String(friend.userId) }}
              search={{ source: 'search' }}
              className={listRowTarget}
            >
              <ListRow
                leading={<Avatar id={friend.userId} name={friend.displayName} url={friend.avatarUrl} />}
                title={<bdi>{friend.displayName}</bdi>}
                detail={friend.chatId}
              />
            </Link>
          </li>
        ))}
      </HitList>
    </>
  )
}

interface HitListProps {
  readonly title: string
  readonly isShown: boolean
  readonly children: ReactNode
}

const HitList = ({ title, isShown, children }: HitListProps) => {
  const titleId = useId()
  if (!isShown) return null
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h2 id={titleId} className={styles.heading}>
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
