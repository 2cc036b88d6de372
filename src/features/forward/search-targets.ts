import Fuse from 'fuse.js'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'
import { fuzziness } from '../conversation-list/name-search.ts'

/** Those whose names are like the keyword in any script, best first; nobody for an empty one [FWD-03]. */
export function searchTargets(keyword: string, targets: readonly ForwardTarget[]): readonly ForwardTarget[] {
  const wanted = keyword.trim()
  if (wanted === '') return []
  const options = { threshold: fuzziness, ignoreLocation: true, ignoreDiacritics: true }
  const fuse = new Fuse(targets, { ...options, keys: ['name', 'otherNames'] })
  return fuse.search(wanted).map(({ item }) => item)
}
