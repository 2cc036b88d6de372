import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { EllipsisVertical, PencilLine, Trash2, UserMinus, UserPlus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Friend } from '#domain/contacts/contacts.ts'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { roomInTag } from '#domain/tags/tag-rules.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useRefresh } from '../contacts/use-refresh.ts'
import { useSubmission, useSubmissionWithToast } from '../forms/use-submission.ts'
import { PeoplePicker, toPickable, useFriendsByName } from '../groups/people-picker.tsx'
import { TagNameDialog } from './tag-name-dialog.tsx'
import styles from './tags.module.css'

/** A tag: its friends, with search and removal, a button that adds some, and a menu [TAG-04 TAG-05 TAG-06]. */
export const TagScreen = () => (
  <TagPanel
    up={() => paths.tags}
    actions={(tag) => (
      <>
        <AddButton tag={tag} />
        <TagMenu tag={tag} />
      </>
    )}
  >
    {(tag) => <Members tag={tag} />}
  </TagPanel>
)

/** Picks friends for a tag. Those who have it already cannot be picked [TAG-04 TAG-13 TAG-14 TAG-27]. */
export const AddTagMembersScreen = () => (
  <TagPanel up={({ id }) => paths.tag.replace('$tagId', String(id))}>
    {(tag, goBack) => <FriendsToAdd tag={tag} onDone={goBack} />}
  </TagPanel>
)

interface TagPanelProps {
  /** The page one level up. */
  readonly up: (tag: Pick<Tag, 'id'>) => string
  readonly actions?: (tag: Tag) => ReactNode
  readonly children: (tag: Tag, goBack: () => void) => ReactNode
}

/** A page of the tag in the address. A tag that does not exist, or was deleted meanwhile, leads to the list. */
const TagPanel = ({ up, actions, children }: TagPanelProps) => {
  const text = useText()
  const { tagId } = useParams({ strict: false })
  const { items } = useAccount().tags
  const view = useReadable(items)
  const id = Number(tagId)
  const goBack = useGoBack(up({ id }))
  const tag = view.status === 'ready' ? view.value.find((each) => each.id === id) : undefined
  if (view.status === 'ready' && tag === undefined) return <Navigate to={paths.tags} replace />
  return (
    <Panel
      title={tag?.name ?? text('contact.tags')}
      onBack={goBack}
      placement="detail"
      actions={tag && actions?.(tag)}
    >
      {view.status === 'loading' && <SkeletonList rows={3} />}
      {view.status === 'failed' && <ErrorState onRetry={items.reload} />}
      {tag !== undefined && children(tag, goBack)}
    </Panel>
  )
}

interface TagProps {
  readonly tag: Tag
}

const AddButton = ({ tag }: TagProps) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('tags.add-members')}
      icon={<UserPlus />}
      onPress={() => void navigate({ to: paths.addTagMembers, params: { tagId: String(tag.id) } })}
    />
  )
}

/** Renames or deletes the tag [TAG-06]. */
const TagMenu = ({ tag }: TagProps) => {
  const text = useText()
  const { tags } = useAccount()
  const [opened, setOpened] = useState<'rename' | 'delete'>()
  const close = () => setOpened(undefined)
  // After a success `TagPanel` redirects to the list.
  const deleting = useSubmissionWithToast(close)
  return (
    <>
      <Menu
        label={text('tags.menu')}
        trigger={(target) => <IconButton {...target} label={text('tags.menu')} icon={<EllipsisVertical />} />}
        entries={[
          { id: 'rename', label: text('tags.rename'), icon: <PencilLine aria-hidden="true" /> },
          { id: 'delete', label: text('tags.delete'), icon: <Trash2 aria-hidden="true" />, isDanger: true },
        ]}
        onAction={(id) => setOpened(id === 'rename' ? 'rename' : 'delete')}
      />
      <TagNameDialog
        title={text('tags.rename')}
        name={tag.name}
        confirmLabel={text('tags.save')}
        isOpen={opened === 'rename'}
        onClose={close}
        onSubmit={(name) => tags.rename(tag.id, name)}
      />
      <ConfirmDialog
        title={text('tags.delete-question', { count: 1 })}
        isOpen={opened === 'delete'}
        confirmLabel={text('tags.delete')}
        isDanger
        isPending={deleting.isSubmitting}
        onConfirm={() => deleting.submit(() => tags.remove([tag.id]))}
        onClose={close}
      >
        <p>{text('tags.delete-consequence')}</p>
      </ConfirmDialog>
    </>
  )
}

const Members = ({ tag }: TagProps) => {
  const text = useText()
  const friends = useFriendsByName()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const members = useMemo(() => {
    const ids = new Set(tag.memberIds)
    return friends.filter(({ userId }) => ids.has(userId))
  }, [friends, tag])
  const found = useMemo(
    () =>
      findByName(
        members.map((friend) => ({ ...toPickable(friend), friend })),
        wanted,
      ),
    [members, wanted],
  )
  if (members.length === 0)
    return (
      <EmptyState
        illustration="tag"
        title={text('tags.no-members')}
        description={text('tags.no-members.text')}
      />
    )
  return (
    <div className={styles.screen}>
      <SearchField label={text('tags.search-members')} value={keyword} onChange={setKeyword} />
      {found.length === 0 ? (
        <EmptyState illustration="no-result" title={text('search.no-result', { keyword: wanted.trim() })} />
      ) : (
        <ul aria-label={text('tags.members-of', { name: tag.name })} className={styles.rows}>
          {found.map(({ friend }) => (
            <MemberRow key={friend.userId} tag={tag} friend={friend} />
          ))}
        </ul>
      )}
    </div>
  )
}

const MemberRow = ({ tag, friend }: TagProps & { readonly friend: Friend }) => {
  const text = useText()
  const { tags } = useAccount()
  const removal = useSubmissionWithToast()
  const name = friend.displayName
  return (
    <li className={styles.member}>
      <Link to={paths.user} params={{ userId: String(friend.userId) }} className={listRowTarget}>
        <ListRow
          leading={<Avatar id={friend.userId} name={name} url={friend.avatarUrl} />}
          title={<bdi>{name}</bdi>}
        />
      </Link>
      <IconButton
        label={text('tags.remove-member', { name })}
        icon={<UserMinus />}
        isDisabled={removal.isSubmitting}
        onPress={() => removal.submit(() => tags.removeMember(tag.id, friend.userId))}
      />
    </li>
  )
}

interface FriendsToAddProps extends TagProps {
  readonly onDone: () => void
}

const FriendsToAdd = ({ tag, onDone }: FriendsToAddProps) => {
  const text = useText()
  const { tags, lookups } = useAccount()
  const toasts = useToasts()
  const settings = useReadable(lookups.settings)
  const [wanted, setWanted] = useState<ReadonlySet<UserId>>(new Set())
  const friends = useFriendsByName()
  const people = useMemo(() => {
    const members = new Set(tag.memberIds)
    return friends.map((friend) => ({
      ...toPickable(friend),
      detail: members.has(friend.userId) ? text('tags.member') : undefined,
      isDisabled: members.has(friend.userId),
    }))
  }, [friends, tag, text])
  const adding = useSubmission((rejection) =>
    toasts.show({ kind: 'error', text: rejection.text ?? text('common.submit-failed') }),
  )
  // People who are no friends any more, or who got the tag in another tab, are no longer chosen.
  const chosen = new Set(
    people.flatMap(({ userId, isDisabled }) => (wanted.has(userId) && !isDisabled ? [userId] : [])),
  )
  const add = async () => {
    const outcome = await tags.addMembers(tag.id, [...chosen])
    if (outcome.isOk) onDone()
    return outcome
  }
  return (
    <PeoplePicker
      people={people}
      chosen={chosen}
      onChoose={setWanted}
      limit={roomInTag(tag, settings.status === 'ready' ? settings.value.mostTagMembers : undefined)}
      confirm={
        <Button
          variant="primary"
          isDisabled={chosen.size === 0}
          isPending={adding.isSubmitting}
          onPress={() => adding.submit(add)}
        >
          {text('tags.add-chosen')}
        </Button>
      }
      emptyState={<NoFriends />}
    />
  )
}

/** Fetches the friends, because this page may open before they are known. */
const NoFriends = () => {
  const text = useText()
  const { status, retry } = useRefresh()
  if (status === 'refreshing') return <SkeletonList />
  if (status === 'failed') return <ErrorState title={text('contact.friends.failed')} onRetry={retry} />
  return <EmptyState illustration="people" title={text('contact.friends.empty.title')} />
}
