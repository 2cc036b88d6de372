import { Navigate, useParams } from '@tanstack/react-router'
import { Check, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Friend } from '#domain/contacts/contacts.ts'
import { succeeded } from '#domain/http/rejection.ts'
import {
  adjustmentOf,
  friendsWithTags,
  type TagMark,
  type TagMarks,
  toggleTagMark,
} from '#domain/tags/tag-rules.ts'
import { userId } from '#schemas/ids.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useSubmission } from '../forms/use-submission.ts'
import { TagNameDialog } from './tag-name-dialog.tsx'
import styles from './tags.module.css'

/** The tags of one friend: the current ones, all others, and a new one. Changes are marked first [TAG-07]. */
export const FriendTagsScreen = () => {
  const text = useText()
  const { userId: requestedId = '' } = useParams({ strict: false })
  const { friends, tags } = useAccount()
  const id = userId(Number(requestedId))
  const friend = useReadable(friends).find((each) => each.userId === id)
  const view = useReadable(tags.items)
  const goBack = useGoBack(paths.user.replace('$userId', requestedId))
  if (friend === undefined) return <Navigate to={paths.user} params={{ userId: requestedId }} replace />
  return (
    <Panel title={text('tags.of', { name: friend.displayName })} onBack={goBack} placement="centre">
      {view.status === 'loading' && <SkeletonList rows={3} />}
      {view.status === 'failed' && <ErrorState onRetry={tags.items.reload} />}
      {view.status === 'ready' && <FriendTags friend={friend} tags={view.value} onDone={goBack} />}
    </Panel>
  )
}

interface FriendTagsProps {
  readonly friend: Friend
  readonly tags: readonly Tag[]
  readonly onDone: () => void
}

const noMarks: TagMarks = new Map()

const FriendTags = ({ friend, tags, onDone }: FriendTagsProps) => {
  const text = useText()
  const account = useAccount()
  const [marks, setMarks] = useState(noMarks)
  const [isAdding, setIsAdding] = useState(false)
  const current = friendsWithTags([friend], tags).flatMap((each) => each.tags)
  const others = tags.filter((tag) => !current.includes(tag))
  // A tag that another tab of the browser changed in the same way needs no mark any more.
  const shown = new Map([...marks].filter(([id, mark]) => isNeeded(tags, id, mark, friend)))
  const toggle = (tag: Tag) => setMarks(toggleTagMark(shown, tag, friend.userId))
  // Always succeeds [TAG-25].
  const saving = useSubmission(() => undefined)
  const save = async () => {
    const outcome = await account.tags.adjust(friend.userId, adjustmentOf(shown))
    onDone()
    return outcome
  }
  const create = async (name: string) => {
    const outcome = await account.tags.create(name)
    if (!outcome.isOk) return outcome
    setMarks(new Map([...shown, [outcome.value, 'add']]))
    return succeeded(undefined)
  }
  return (
    <div className={styles.screen}>
      <TagGroup title={text('tags.current')} tags={current} marks={shown} onToggle={toggle} />
      <TagGroup title={text('tags.others')} tags={others} marks={shown} onToggle={toggle} />
      <Button icon={<Plus aria-hidden="true" />} onPress={() => setIsAdding(true)}>
        {text('tags.add')}
      </Button>
      <div className={styles.foot}>
        <Button
          variant="primary"
          isWide
          isDisabled={shown.size === 0}
          isPending={saving.isSubmitting}
          onPress={() => saving.submit(save)}
        >
          {text('tags.save')}
        </Button>
      </div>
      <TagNameDialog
        title={text('tags.add')}
        confirmLabel={text('tags.create')}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onSubmit={create}
      />
    </div>
  )
}

/** Whether the mark still changes something. A tag that was just created may not be listed yet. */
function isNeeded(tags: readonly Tag[], id: number, mark: TagMark, friend: Friend): boolean {
  const has = tags.find((tag) => tag.id === id)?.memberIds.includes(friend.userId) === true
  return (mark === 'remove') === has
}

interface TagGroupProps {
  readonly title: string
  readonly tags: readonly Tag[]
  readonly marks: TagMarks
  readonly onToggle: (tag: Tag) => void
}

const TagGroup = ({ title, tags, marks, onToggle }: TagGroupProps) => {
  if (tags.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{title}</h2>
      <ul aria-label={title} className={styles.chips}>
        {tags.map((tag) => (
          <li key={tag.id}>
            <TagChip tag={tag} mark={marks.get(tag.id)} onToggle={() => onToggle(tag)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TagChipProps {
  readonly tag: Tag
  readonly mark: TagMark | undefined
  readonly onToggle: () => void
}

/** A tag with its mark, also in words [TAG-08 TAG-09]. */
const TagChip = ({ tag, mark, onToggle }: TagChipProps) => {
  const text = useText()
  return (
    <button
      type="button"
      aria-pressed={mark !== undefined}
      aria-description={mark === undefined ? undefined : text(`tags.marked.${mark}`)}
      onClick={onToggle}
      className={classNames(styles.chip, mark !== undefined && styles[mark])}
    >
      {mark === 'add' && <Check aria-hidden="true" />}
      {mark === 'remove' && <Minus aria-hidden="true" />}
      <bdi>{tag.name}</bdi>
    </button>
  )
}
