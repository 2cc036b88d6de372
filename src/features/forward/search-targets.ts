import Fuse from 'fuse.js'
import type { ForwardChoice } from '#domain/forward/forward-tag.ts'
import { fuzziness } from '../conversation-list/name-search.ts'

/** Those whose names are like the keyword in any script, best first; nobody for an empty one [FWD-03]. */
export function searchTargets(keyword: string, targets: readonly ForwardChoice[]): readonly ForwardChoice[] {
  const wanted = keyword.trim()
  if (wanted === '') return []
  const options = { threshold: fuzziness, ignoreLocation: true, ignoreDiacritics: true }
  const fuse = new Fuse(targets, { ...options, keys: ['name', 'otherNames'] })
  return fuse.search(wanted).map(({ item }) => item)
}
