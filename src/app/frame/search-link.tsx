import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { paths } from '#src/routes/route-table.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './search-link.module.css'

/** Looks like a search box and leads to the search screen [FRIEND-01 SESS-01]. */
export const SearchLink = () => {
  const text = useText()
  return (
    <Link to={paths.search} className={styles.search ?? ''}>
      <Search aria-hidden="true" />
      {text('messages.search')}
    </Link>
  )
}
