import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../../conversation-list/link-to.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import { DayChoice } from './day-choice.tsx'
import { dayHref, findHref } from './find-address.ts'
import { FindResults } from './find-results.tsx'
import styles from './find-screen.module.css'

/** Debounce of the search field, ms [VIEW-44]. */
const findDelay = 600

/** The route of the search in one conversation; its keyword is in the URL [ROUTE-14 VIEW-44]. */
export const FindScreen = () => {
  const id = useOpenConversation()
  return id === undefined ? null : <FindPanel key={id} id={id} />
}

const FindPanel = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(pathOf(id))
  const { typed, setTyped, keyword, search } = useKeyword(id)
  const [isChoosingDay, setIsChoosingDay] = useState(false)
  const chooseDay = (
    <IconButton
      label={text('conversation.jump-to-date')}
      icon={<CalendarDays />}
      onPress={() => setIsChoosingDay(true)}
    />
  )
  return (
    <Panel title={text('conversation.find')} onBack={goBack} actions={chooseDay}>
      <div className={styles.field}>
        <SearchField
          label={text('conversation.find.keyword')}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          autoFocus
        />
      </div>
      {keyword === '' ? (
        <EmptyState icon={<Search />} title={text('conversation.find.hint')} />
      ) : (
        <Found key={keyword} id={id} keyword={keyword} />
      )}
      {isChoosingDay && (
        <DayChoice
          shown={undefined}
          onClose={() => setIsChoosingDay(false)}
          onChoose={(at) => void navigate({ href: dayHref(id, at) })}
        />
      )}
    </Panel>
  )
}

/** The typed text and the keyword, which follows after 600 ms without typing or on Enter [VIEW-44 VIEW-47]. */
const useKeyword = (id: ConversationId) => {
  const navigate = useNavigate()
  const { keyword = '' } = useSearch({ strict: false })
  const [typed, setTyped] = useState(keyword)
  useEffect(() => {
    if (typed.trim() === keyword.trim()) return
    const timer = setTimeout(() => {
      void navigate({ href: findHref(id, typed.trim()), replace: true })
    }, findDelay)
    return () => clearTimeout(timer)
  }, [id, typed, keyword, navigate])
  const search = (value: string) => void navigate({ href: findHref(id, value.trim()), replace: true })
  return { typed, setTyped, keyword: keyword.trim(), search }
}

interface FoundProps {
  readonly id: ConversationId
  readonly keyword: string
}

const Found = ({ id, keyword }: FoundProps) => {
  const text = useText()
  const account = useAccount()
  const [attempt, setAttempt] = useState(0)
  // Each attempt starts a new search.
  const search = useMemo(
    () => ({ attempt, found: account.searchMessages(id, keyword) }),
    [account, id, keyword, attempt],
  )
  const view = useReadable(search.found)
  if (view.status === 'failed')
    return <ErrorState title={text('conversation.find.failed')} onRetry={() => setAttempt(attempt + 1)} />
  if (view.status === 'searching' && view.hits.length === 0) {
    return (
      <div className={styles.searching}>
        <p role="status" className={styles.note}>
          {text('search.searching')}
        </p>
        <SkeletonList rows={4} />
      </div>
    )
  }
  return <FindResults id={id} keyword={keyword} view={view} />
}
