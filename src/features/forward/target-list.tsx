import Fuse from 'fuse.js'
import { Tag } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import {
  areAllSelected,
  canSelectTarget,
  collapsedRecentTargets,
  type ForwardSelection,
} from '#domain/forward/forward-selection.ts'
import {
  type ForwardChoice,
  type ForwardTag,
  type ForwardTarget,
  type ForwardTargets,
  forwardTags,
  forwardTargets,
} from '#domain/forward/forward-target.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { CheckRow, OptionRow } from '#src/ui/choice-row.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { RowIcon } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { searchThreshold } from '../search/name-search.ts'
import { ChoiceList } from './choice-list.tsx'
import styles from './forward.module.css'

interface TargetListProps {
  readonly label: string
  readonly targets: readonly ForwardChoice[]
  readonly selection: ForwardSelection
  readonly emptyText: string
  readonly onChoose: (targets: readonly ForwardChoice[], keys: ReadonlySet<string>) => void
  readonly onToggleAll: (targets: readonly ForwardChoice[]) => void
  readonly foot?: ReactNode
}

/** A list of people, groups or tags, optionally with "select all" [FWD-03 FWD-14]. */
export const TargetList = ({ label, targets, selection, emptyText, foot, ...tasks }: TargetListProps) => {
  const text = useText()
  if (targets.length === 0) return <EmptyState illustration="no-result" title={emptyText} />
  return (
    <>
      <CheckRow
        name={text('conversation.forward.select-all')}
        isChosen={areAllSelected(selection, targets)}
        isDisabled={!targets.some(canSelectTarget)}
        onChange={() => tasks.onToggleAll(targets)}
      />
      <ChoiceList
        label={label}
        rows={targets}
        mode="multiple"
        chosen={new Set(selection.keys())}
        disabled={targets.filter((target) => !canSelectTarget(target)).map(({ key }) => key)}
        onChoose={(keys) => tasks.onChoose(targets, keys)}
        draw={(target) => <TargetRow id={target.key} target={target} />}
      />
      {foot}
    </>
  )
}

/** Recent targets: the first 20, and all on request (DEC-68) [FWD-15]. */
export const RecentList = (props: TargetListProps) => {
  const text = useText()
  const [isUnfolded, setUnfolded] = useState(false)
  const { targets } = props
  if (isUnfolded || targets.length <= collapsedRecentTargets) return <TargetList {...props} />
  const foot = (
    <div className={styles.unfold}>
      <Button variant="quiet" isWide onPress={() => setUnfolded(true)}>
        {text('conversation.forward.show-all', { count: targets.length })}
      </Button>
    </div>
  )
  return <TargetList {...props} targets={targets.slice(0, collapsedRecentTargets)} foot={foot} />
}

interface TargetRowProps {
  readonly id: string
  readonly target: ForwardChoice
}

const TargetRow = ({ id, target }: TargetRowProps) => {
  const { name } = target
  const detail = useDetail(target)
  return (
    <OptionRow
      id={id}
      words={name}
      leading={<ChoicePicture choice={target} />}
      name={<bdi>{name}</bdi>}
      detail={detail}
    />
  )
}

/** Names of a tag's members that are shown. */
const namedMembers = 4

/** Returns the members of a tag, the size of a group, or the reason why a target is disabled. */
function useDetail(choice: ForwardChoice): string | undefined {
  const text = useText()
  const { locale } = useLocale()
  if (choice.kind === 'tag') {
    const { length: count } = choice.members
    const names = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(
      choice.members.slice(0, namedMembers).map(({ name }) => name),
    )
    const values = { count, names: count > namedMembers ? `${names}…` : names }
    return text('conversation.forward.tag-members', values)
  }
  if (choice.ban !== undefined) return text(`conversation.forward.ban.${choice.ban}`)
  return choice.memberCount === undefined
    ? undefined
    : text('messages.members', { count: choice.memberCount })
}

/** The picture of a person or group, or the icon of a tag. */
export const ChoicePicture = ({ choice }: { readonly choice: ForwardChoice }) =>
  choice.kind === 'tag' ? (
    <RowIcon icon={Tag} isSmall />
  ) : (
    <Avatar id={choice.avatarId} name={choice.name} url={choice.avatarUrl} size="small" />
  )

interface TagListProps extends Omit<ComponentProps<typeof TargetList>, 'targets' | 'emptyText'> {
  readonly tags: TagsView
}

/** The list of tags, with its loading and error states [FWD-01]. */
export const TagList = ({ tags, ...props }: TagListProps) => {
  const text = useText()
  const rejectionText = useRejectionText()
  const { items } = useAccount().tags
  if (tags.status === 'loading') return <SkeletonList rows={4} />
  if (tags.status === 'failed')
    return <ErrorState title={rejectionText(tags.rejection)} onRetry={items.reload} />
  return <TargetList {...props} targets={tags.value} emptyText={text('contact.tags.empty.title')} />
}

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
