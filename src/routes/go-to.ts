import { redirect } from '@tanstack/react-router'
import { parseSearch } from './search.ts'

/** A redirect to a path of this site, with query and hash, which takes the place of the current entry. */
export const goTo = (target: string) => {
  const { pathname, search, hash } = new URL(target, 'https://origin.invalid')
  return redirect({ to: pathname, search: parseSearch(search), hash: hash.slice(1), replace: true })
}
