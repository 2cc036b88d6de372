import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { emptySearch, useSearchLink } from '#src/features/search/search-address.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './search-link.module.css'

/** Looks like a search box and leads to the search screen [FRIEND-01 SESS-01]. */
export const SearchLink = () => {
  const text = useText()
  const linkTo = useSearchLink()
  return (
    <Link {...linkTo(emptySearch)} aria-current="false" className={styles.search ?? ''}>
      <Search aria-hidden="true" />
      {text('messages.search')}
    </Link>
  )
}
