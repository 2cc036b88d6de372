import type { MouseEvent, ReactNode } from 'react'
import { useHistory } from '#src/routes/history.tsx'
import { expectPage } from '#src/routes/public-pages.ts'
import { type Search, stringifySearch } from '#src/routes/search.ts'
import { isPlainClick } from '#src/ui/is-plain-click.ts'
import styles from './form.module.css'

interface TextLinkProps {
  /** A path of the app. */
  readonly to: string
  readonly search?: Search
  /** In a tab of its own. */
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** A link inside or under a form; its page is fetched when somebody turns to it. */
export const TextLink = ({ to, search = {}, target, children }: TextLinkProps) => {
  const history = useHistory()
  const address = to + stringifySearch(search)
  const follow = (event: MouseEvent) => {
    if (target !== undefined || !isPlainClick(event)) return
    event.preventDefault()
    history.push(address)
  }
  const expect = () => expectPage(to)
  return (
    <a
      href={history.createHref(address)}
      target={target}
      className={styles.link}
      onClick={follow}
      onFocus={expect}
      onPointerEnter={expect}
    >
      {children}
    </a>
  )
}
