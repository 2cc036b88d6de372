import { ArrowLeft } from 'lucide-react'
import { NoConversationOpen } from '#src/app/frame/nothing-open.tsx'
import { useSearchHref } from '#src/app/frame/search-link.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './search.module.css'
import { readSearchAddress } from './search-address.ts'
import { SearchPanel } from './search-panel.tsx'

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
