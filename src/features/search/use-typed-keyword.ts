import { useEffect, useEffectEvent, useState } from 'react'

interface TypedKeyword {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** Changes the keyword without the delay. */
  readonly searchNow: (typed: string) => void
}

/**
 * The text of a search field. The keyword of the URL follows it after `delay` ms without typing. If the keyword changes
 * in another way, such as by going back, the text follows the keyword.
 * @param keyword the current keyword, without spaces around it
 * @param change changes the keyword of the URL; the text may be edited further until the URL has changed
 */
export const useTypedKeyword = (
  keyword: string,
  delay: number,
  change: (keyword: string) => void,
): TypedKeyword => {
  const [typed, setTyped] = useState(keyword)
  const [seen, setSeen] = useState(keyword)
  const [requested, setRequested] = useState(keyword)
  if (seen !== keyword) {
    setSeen(keyword)
    setRequested(keyword)
    if (requested !== keyword) setTyped(keyword)
  }
  const searchNow = (next: string) => {
    setTyped(next)
    setRequested(next.trim())
    if (next.trim() !== keyword) change(next.trim())
  }
  const follow = useEffectEvent(searchNow)
  useEffect(() => {
    if (typed.trim() === keyword) return
    const timer = setTimeout(() => follow(typed), delay)
    return () => clearTimeout(timer)
  }, [typed, keyword, delay])
  return { typed, setTyped, searchNow }
}
