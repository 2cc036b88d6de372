import Fuse from 'fuse.js'
import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { type ForwardChoice, type ForwardTag, forwardTags } from '#domain/forward/forward-tag.ts'
import { type ForwardTarget, type ForwardTargets, forwardTargets } from '#domain/forward/forward-target.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { searchThreshold } from '../conversation-list/name-search.ts'

export const useTargets = (): ForwardTargets => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const friends = useReadable(account.friends)
  const { locale } = useLocale()
  return useMemo(() => forwardTargets(conversations, friends, locale), [conversations, friends, locale])
}

export type TagsView = LookupState<readonly ForwardTag[]>

/** Tags with their friends; undefined on desktop, which has no tags (DEC-176) [FWD-02]. */
export const useTags = (friends: readonly ForwardTarget[]): TagsView | undefined => {
  const isDesktop = useFrameMode() === 'full'
  const { items } = useAccount().tags
  const view = useReadable(isDesktop ? notRequested : items)
  const { locale } = useLocale()
  return useMemo(() => {
    if (isDesktop) return undefined
    if (view.status !== 'ready') return view
    return { status: 'ready', value: forwardTags(view.value, friends, locale) }
  }, [isDesktop, view, friends, locale])
}

/** Returns the targets with names similar to the keyword, best first; none for an empty keyword [FWD-03]. */
export function searchTargets(keyword: string, targets: readonly ForwardChoice[]): readonly ForwardChoice[] {
  const wanted = keyword.trim()
  if (wanted === '') return []
  const options = { threshold: searchThreshold, ignoreLocation: true, ignoreDiacritics: true }
  const fuse = new Fuse(targets, { ...options, keys: ['name', 'otherNames'] })
  return fuse.search(wanted).map(({ item }) => item)
}
