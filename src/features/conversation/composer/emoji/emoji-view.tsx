import { useLingui } from '@lingui/react'
import {
  Clock,
  Flag,
  Hand,
  Laugh,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Shapes,
  Smile,
  Utensils,
  Volleyball,
} from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  addRecentEmoji,
  createEmojiSet,
  type Emoji,
  type EmojiChoices,
  type EmojiGroupId,
  type EmojiRow,
  type EmojiSet,
  noEmojiChoices,
  type SkinTone,
  withSkinTone,
} from '#domain/message/emoji.ts'
import { emoticonOf, emoticons } from '#domain/message/emoticons.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { defaultLocale, findLocale, type Locale } from '#src/app/locales.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { type LazyPart, onceLoaded } from '#streams/once-loaded.ts'
import type { Readable } from '#streams/readable.ts'
import { type EmojiCell, EmojiGrid, ToneButton } from './emoji-grid.tsx'
import styles from './emoji-view.module.css'
import { useGridNavigation } from './use-grid-navigation.ts'

interface InsertProps {
  /** Inserts an emoji or an emoticon's code into the draft. */
  readonly onInsert: (text: string) => void
}

/** A page of the view: the 49 emoticons, the recent emoji or a group of Unicode emoji. */
type PageId = 'emoticons' | 'recent' | EmojiGroupId

/**
 * The emoticons, the recent emoji and all Unicode emoji by group, with a search and skin tones [VIEW-16 STICK-16]. Stays
 * open after each choice.
 */
export const EmojiView = ({ onInsert }: InsertProps) => {
  const text = useText()
  const content = useRef<HTMLDivElement>(null)
  const emoji = useEmojiSet()
  const { choices, change } = useEmojiChoices()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState<PageId>('emoticons')
  // Stays as it is while the page is open, so that no emoji moves under the pointer.
  const [recent, setRecent] = useState(choices.recent)
  const insert = (inserted: string) => {
    onInsert(inserted)
    change((before) => addRecentEmoji(before, inserted))
  }
  const found = useFoundEmoji(emoji.set, typed)
  const shown = typed.trim() === '' ? page : 'results'
  const shownGrid = (): ReactNode => {
    if (shown === 'emoticons')
      return <EmojiGrid label={text('composer.emoji.view.emoji')} cells={emoticonCells} onInsert={insert} />
    if (!emoji.set) return <EmojiSetState hasFailed={emoji.hasFailed} onRetry={emoji.retry} />
    if (shown === 'recent') return <RecentGrid recent={recent} find={emoji.set.find} onInsert={insert} />
    if (shown === 'results')
      return (
        <UnicodeGrid
          label={text('composer.emoji.results')}
          emoji={found}
          tone={choices.tone}
          onInsert={insert}
          none={text('composer.emoji.none-found', { typed: typed.trim() })}
        />
      )
    return (
      <UnicodeGrid
        key={shown}
        label={text(`composer.emoji.page.${shown}`)}
        emoji={emoji.set.groups.get(shown) ?? []}
        tone={choices.tone}
        onInsert={insert}
      />
    )
  }
  return (
    <div className={styles.view}>
      <div className={styles.top}>
        <SearchField
          label={text('composer.emoji.search')}
          value={typed}
          onChange={setTyped}
          onSubmit={() => {
            const [best] = found
            if (best) insert(tonedCell(best, choices.tone).inserted)
          }}
          onDown={() => content.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()}
        />
        <ToneButton tone={choices.tone} onPick={(tone) => change((before) => ({ ...before, tone }))} />
      </div>
      <PageBar
        shown={shown}
        onSelect={(next) => {
          setTyped('')
          setRecent(choices.recent)
          setPage(next)
        }}
      />
      <div ref={content} className={styles.page}>
        {shownGrid()}
      </div>
    </div>
  )
}

/** The emoticons need no other file, so that the view opens with them. */
const emoticonCells: readonly EmojiCell[] = emoticons.map((emoticon) => ({
  inserted: emoticon.code,
  emoticon,
}))

const pages: readonly (readonly [PageId, LucideIcon])[] = [
  ['emoticons', Laugh],
  ['recent', Clock],
  ['smileys', Smile],
  ['people', Hand],
  ['animals', PawPrint],
  ['food', Utensils],
  ['travel', Plane],
  ['activities', Volleyball],
  ['objects', Lightbulb],
  ['symbols', Shapes],
  ['flags', Flag],
]

interface PageBarProps {
  readonly shown: PageId | 'results'
  readonly onSelect: (page: PageId) => void
}

const PageBar = ({ shown, onSelect }: PageBarProps) => {
  const text = useText()
  const { grid, onKeyDown, cellProps } = useGridNavigation(pages.length, pages.length)
  return (
    <div
      ref={grid}
      role="toolbar"
      tabIndex={-1}
      aria-label={text('composer.emoji.pages')}
      className={styles.pages}
      onKeyDown={onKeyDown}
    >
      {pages.map(([id, Icon], index) => (
        <button
          key={id}
          type="button"
          aria-label={text(`composer.emoji.page.${id}`)}
          title={text(`composer.emoji.page.${id}`)}
          aria-pressed={id === shown}
          {...cellProps(index)}
          className={styles.pageButton}
          // Keeps the focus in the textbox.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(id)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

interface UnicodeGridProps extends InsertProps {
  readonly label: string
  readonly emoji: readonly Emoji[]
  readonly tone: SkinTone
  /** Shown in place of an empty grid. */
  readonly none?: string
}

const UnicodeGrid = ({ emoji, tone, none, ...props }: UnicodeGridProps) => {
  const cells = useMemo(() => emoji.map((one) => tonedCell(one, tone)), [emoji, tone])
  return cells.length === 0 ? <p className={styles.state}>{none}</p> : <EmojiGrid cells={cells} {...props} />
}

const tonedCell = (emoji: Emoji, tone: SkinTone): EmojiCell => ({
  inserted: emoji.hasTones ? withSkinTone(emoji.character, tone) : emoji.character,
  emoji,
})

interface RecentGridProps extends Pick<EmojiSet, 'find'>, InsertProps {
  readonly recent: readonly string[]
}

/** The emoji and emoticons that were inserted last, as they were inserted. */
const RecentGrid = ({ recent, find, onInsert }: RecentGridProps) => {
  const text = useText()
  const cells = recent.flatMap((inserted): readonly EmojiCell[] => {
    const emoticon = emoticonOf(inserted)
    if (emoticon) return [{ inserted, emoticon }]
    const emoji = find(inserted)
    return emoji ? [{ inserted, emoji }] : []
  })
  if (cells.length === 0) return <p className={styles.state}>{text('composer.emoji.no-recent')}</p>
  return <EmojiGrid label={text('composer.emoji.page.recent')} cells={cells} onInsert={onInsert} />
}

/** The loading or error state of the Unicode emoji. */
const EmojiSetState = ({
  hasFailed,
  onRetry,
}: {
  readonly hasFailed: boolean
  readonly onRetry: () => void
}) => {
  const text = useText()
  if (!hasFailed)
    return (
      <p role="status" aria-label={text('composer.emoji.loading')} className={styles.state}>
        <Spinner />
      </p>
    )
  return (
    <div role="alert" className={styles.state}>
      <p>{text('composer.emoji.load-failed')}</p>
      <Button onPress={onRetry}>{text('common.retry')}</Button>
    </div>
  )
}

/** The emoji that match the typed text. Screen readers hear how many there are. */
const useFoundEmoji = (set: EmojiSet | undefined, typed: string): readonly Emoji[] => {
  const text = useText()
  const announce = useAnnouncer()
  const found = useMemo(() => set?.search(typed) ?? [], [set, typed])
  const isAnnounced = set !== undefined && typed.trim() !== ''
  const count = found.length
  useEffect(() => {
    if (isAnnounced) announce(text('composer.emoji.found', { count }))
  }, [announce, count, isAnnounced, text])
  return found
}

const initialChoices: Readable<EmojiChoices> = { get: () => noEmojiChoices, subscribe: () => () => undefined }

/**
 * Returns the choices of the account, and a function that changes them. A change waits for the code of the choices;
 * without it, for example offline, nothing is remembered.
 */
const useEmojiChoices = () => {
  const { loadStickers } = useAccount()
  const { loaded } = useLoaded(loadStickers)
  const choices = useReadable(loaded?.emojiChoices ?? initialChoices)
  const change = async (apply: (before: EmojiChoices) => EmojiChoices) => {
    const operations = loaded ?? (await loadStickers().catch(() => undefined))
    operations?.emojiChoices.change(apply)
  }
  return {
    choices,
    change: (apply: (before: EmojiChoices) => EmojiChoices) => void change(apply),
  }
}

/** Returns the Unicode emoji in the language of the page, loaded on first use. */
const useEmojiSet = () => {
  const { i18n } = useLingui()
  const { loaded, ...state } = useLoaded(emojiSets[findLocale(i18n.locale) ?? defaultLocale])
  return { set: loaded, ...state }
}

interface EmojiFile {
  readonly groups: readonly (readonly EmojiRow[])[]
}

/** Returns a function that loads the emoji of one language. */
const emojiSetLoader = (load: () => Promise<EmojiFile>): LazyPart<EmojiSet> =>
  onceLoaded(async () => createEmojiSet((await load()).groups))

const emojiSets: Readonly<Record<Locale, LazyPart<EmojiSet>>> = {
  'en-US': emojiSetLoader(() => import('virtual:emoji-en-US')),
  'zh-CN': emojiSetLoader(() => import('virtual:emoji-zh-CN')),
  'zh-TW': emojiSetLoader(() => import('virtual:emoji-zh-TW')),
  'vi-VN': emojiSetLoader(() => import('virtual:emoji-vi-VN')),
}
