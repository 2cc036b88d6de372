import { useState } from 'react'
import { useLocale } from 'react-aria-components'
import { tagsByName } from '#domain/tags/tag-rules.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './tags.module.css'

/** Which friends a list shows: those of one tag, or all. */
export interface TagFilter {
  /** The tags that have members, by name. Empty until they are known. */
  readonly tags: readonly Tag[]
  /** Undefined for all friends. */
  readonly selected: Tag | undefined
  select(tag: Tag | undefined): void
}

/** The state of a filter by tag. A selected tag that was deleted meanwhile counts as none. */
export const useTagFilter = (): TagFilter => {
  const { locale } = useLocale()
  const view = useReadable(useAccount().tags.items)
  const [selectedId, setSelectedId] = useState<number>()
  const tags = view.status === 'ready' ? view.value.filter(({ memberIds }) => memberIds.length > 0) : []
  const selected = tags.find(({ id }) => id === selectedId)
  return {
    tags: tagsByName(tags, locale),
    selected,
    select: (tag) => setSelectedId(tag?.id),
  }
}

/** Buttons that show the friends of one tag or all friends. Renders nothing without tags. */
export const TagFilterBar = ({ filter }: { readonly filter: TagFilter }) => {
  const text = useText()
  const { tags, selected, select } = filter
  if (tags.length === 0) return null
  return (
    <ul aria-label={text('tags.filter')} className={styles.filter}>
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
