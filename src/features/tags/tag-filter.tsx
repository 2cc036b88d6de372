import { useEffect, useState } from 'react'
import { useLocale } from 'react-aria-components'
import { tagsByName } from '#domain/tags/tag-rules.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { openDeviceStorage } from '#src/platform/web-storage.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './tags.module.css'

/** Which friends a list shows: those of one tag, or all. */
export interface TagFilter {
  /** The tags that have members, by name. Empty until they are known. */
  readonly tags: readonly Tag[]
  /** Whether the tags are loading, and there were some last time. */
  readonly isAwaited: boolean
  /** Undefined for all friends. */
  readonly selected: Tag | undefined
  select(tag: Tag | undefined): void
}

/** Set while the friends have tags, so that the filter has its place from the first frame of the next start on. */
const hadTagsKey = 'chat-had-tags'

/** The state of a filter by tag. A selected tag that was deleted meanwhile counts as none. */
export const useTagFilter = (): TagFilter => {
  const { locale } = useLocale()
  const view = useReadable(useAccount().tags.items)
  const [selectedId, setSelectedId] = useState<number>()
  const tags = view.status === 'ready' ? view.value.filter(({ memberIds }) => memberIds.length > 0) : []
  const selected = tags.find(({ id }) => id === selectedId)
  const [hadTags] = useState(() => openDeviceStorage().getItem(hadTagsKey) !== null)
  const isReady = view.status === 'ready'
  const hasTags = tags.length > 0
  useEffect(() => {
    if (!isReady) return
    if (hasTags) openDeviceStorage().setItem(hadTagsKey, '1')
    else openDeviceStorage().removeItem(hadTagsKey)
  }, [isReady, hasTags])
  return {
    tags: tagsByName(tags, locale),
    isAwaited: view.status === 'loading' && hadTags,
    selected,
    select: (tag) => setSelectedId(tag?.id),
  }
}

/**
 * Buttons that show the friends of one tag or all friends. Renders nothing without tags, and keeps its place while they
 * load.
 */
export const TagFilterBar = ({ filter }: { readonly filter: TagFilter }) => {
  const text = useText()
  const { tags, isAwaited, selected, select } = filter
  if (tags.length === 0 && !isAwaited) return null
  return (
    <ul aria-label={text('tags.filter')} className={classNames(styles.filter, isAwaited && styles.awaited)}>
      {[undefined, ...tags].map((tag) => {
        const isSelected = selected?.id === tag?.id
        return (
          <li key={tag?.id ?? 'all'}>
            <button
              type="button"
              aria-pressed={isSelected}
              onClick={() => select(tag)}
              className={classNames(styles.chip, isSelected && styles.add)}
            >
              <bdi>{tag?.name ?? text('tags.everyone')}</bdi>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
