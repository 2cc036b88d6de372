import { CloudOff, RotateCw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { MessageSearch, MessageSearchView } from '#client/message-search.ts'
import type { SearchOperations } from '#client/search.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './search.module.css'
import type { SearchAddress } from './search-address.ts'

interface WithSearchProps {
  /** Shown while the code is loaded. */
  readonly placeholder?: ReactNode
  readonly children: (operations: SearchOperations) => ReactNode
}

/** Renders a part with the search operations, whose code is loaded with the first search. */
export const WithSearch = ({ placeholder = <SkeletonList rows={4} />, children }: WithSearchProps) => {
  const text = useText()
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadSearch)
  if (loaded !== undefined) return children(loaded)
  return hasFailed ? <ErrorState title={text('search.failed.device')} onRetry={retry} /> : placeholder
}

/** The props of everything below the search field. */
export interface SearchContentProps {
  readonly operations: SearchOperations
  readonly address: SearchAddress
  /** Goes to a changed search; with `isNewEntry` the back button returns to this one. */
  readonly go: (address: SearchAddress, options?: { readonly isNewEntry: boolean }) => void
  /** Called when a result is opened. */
  readonly onOpen: () => void
}

/** The search for messages of an address, which runs while it is shown. */
export const useMessageSearch = (
  operations: SearchOperations,
  { keyword, filter, session }: Pick<SearchAddress, 'keyword' | 'filter' | 'session'>,
) => {
  const { kind, senderId, from, to } = filter
  const search = useMemo(
    () => operations.messages({ keyword, filter: { kind, senderId, from, to }, conversation: session }),
    [operations, keyword, kind, senderId, from, to, session],
  )
  return { search, view: useReadable(search) }
}

/** Rows that a list shows at first and adds on demand. */
export const rowStep = 50

export const isRunning = ({ device, server }: MessageSearchView): boolean =>
  device === 'searching' || server === 'searching'

interface SearchNoticeProps {
  readonly search: MessageSearch
  readonly view: MessageSearchView
}

/** Says what was not searched, and offers to try again. */
export const SearchNotice = ({ search, view: { device, server } }: SearchNoticeProps) => {
  const text = useText()
  const failure = device === 'failed' ? 'device' : server === 'failed' ? 'server' : undefined
  if (server === 'offline' && failure === undefined)
    return (
      <p role="status" className={styles.notice}>
        <CloudOff aria-hidden="true" />
        {text('search.offline')}
      </p>
    )
  if (failure === undefined) return null
  return (
    <div role="alert" className={styles.notice}>
      <span>{text(`search.failed.${failure}`)}</span>
      <Button icon={<RotateCw aria-hidden="true" />} onPress={search.retry}>
        {text('common.retry')}
      </Button>
    </div>
  )
}
