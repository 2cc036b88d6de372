import { Link } from '@tanstack/react-router'
import { Plus, Tag as TagIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { tagsByName } from '#domain/tags/tag-rules.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { CheckRow } from '#src/ui/choice-row.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useMarkedDeletion } from '../forms/use-marked-deletion.ts'
import { TagNameDialog } from './tag-name-dialog.tsx'
import styles from './tags.module.css'

/** The user's tags: search, add, and an edit mode that deletes several [TAG-01 TAG-02 TAG-03]. */
export const TagsScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const { tags } = useAccount()
  const view = useReadable(tags.items)
  const [isEditing, setIsEditing] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const hasTags = view.status === 'ready' && view.value.length > 0
  return (
    <Panel
      title={text('contact.tags')}
      onBack={goBack}
      placement="detail"
      actions={
        <>
          {hasTags && (
            <Button variant="quiet" onPress={() => setIsEditing(!isEditing)}>
              {text(isEditing ? 'tags.done' : 'tags.edit')}
            </Button>
          )}
          <IconButton label={text('tags.add')} icon={<Plus />} onPress={() => setIsAdding(true)} />
        </>
      }
    >
      {view.status === 'loading' && <SkeletonList rows={3} />}
      {view.status === 'failed' && <ErrorState onRetry={tags.items.reload} />}
      {view.status === 'ready' && !hasTags && (
        <NoTags>
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setIsAdding(true)}>
            {text('tags.add')}
          </Button>
        </NoTags>
      )}
      {view.status === 'ready' && hasTags && (
        <Tags tags={view.value} isEditing={isEditing} onDeleted={() => setIsEditing(false)} />
      )}
      <TagNameDialog
        title={text('tags.add')}
        confirmLabel={text('tags.create')}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onSubmit={tags.create}
      />
    </Panel>
  )
}

const NoTags = ({ children }: { readonly children: ReactNode }) => {
  const text = useText()
  return (
    <EmptyState
      illustration="tag"
      title={text('contact.tags.empty.title')}
      description={text('contact.tags.empty.text')}
      action={children}
    />
  )
}

interface TagsProps {
  readonly tags: readonly Tag[]
  readonly isEditing: boolean
  readonly onDeleted: () => void
}

const Tags = ({ tags, isEditing, onDeleted }: TagsProps) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const { locale } = useLocale()
  const found = useMemo(() => {
    return findByName(
      tagsByName(tags, locale).map((tag) => ({ label: tag.name, tag })),
      wanted,
    ).map(({ tag }) => tag)
  }, [tags, wanted, locale])
  const deletion = useTagDeletion(tags, isEditing, onDeleted)
  return (
    <div className={styles.screen}>
      <SearchField label={text('tags.search')} value={keyword} onChange={setKeyword} />
      {found.length === 0 ? (
        <EmptyState illustration="no-result" title={text('search.no-result', { keyword: wanted.trim() })} />
      ) : (
        <ul aria-label={text('contact.tags')} className={styles.rows}>
          {found.map((tag) => (
            <li key={tag.id}>
              {isEditing ? (
                <CheckRow
                  leading={<RowIcon icon={TagIcon} />}
                  name={<bdi>{tag.name}</bdi>}
                  detail={text('tags.members', { count: tag.memberIds.length })}
                  isChosen={deletion.chosen.has(tag.id)}
                  onChange={() => deletion.toggle(tag.id)}
                />
              ) : (
                <Link to={paths.tag} params={{ tagId: String(tag.id) }} className={listRowTarget}>
                  <ListRow
                    leading={<RowIcon icon={TagIcon} />}
                    title={<bdi>{tag.name}</bdi>}
                    detail={text('tags.members', { count: tag.memberIds.length })}
                  />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {isEditing && <DeletionFoot deletion={deletion} />}
    </div>
  )
}

const DeletionFoot = ({ deletion }: { readonly deletion: ReturnType<typeof useTagDeletion> }) => {
  const text = useText()
  const count = deletion.chosen.size
  return (
    <div className={styles.foot}>
      <Button
        variant="quiet-danger"
        isWide
        isDisabled={count === 0}
        isPending={deletion.isDeleting}
        icon={<Trash2 aria-hidden="true" />}
        onPress={deletion.ask}
      >
        {text('tags.delete-chosen', { count })}
      </Button>
      <ConfirmDialog
        title={text('tags.delete-question', { count })}
        isOpen={deletion.isAsking}
        confirmLabel={text('tags.delete')}
        isDanger
        onConfirm={() => void deletion.confirm()}
        onClose={deletion.close}
      >
        <p>{text('tags.delete-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The selection in edit mode and its deletion. */
const useTagDeletion = (tags: readonly Tag[], isEditing: boolean, onDeleted: () => void) => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const account = useAccount()
  const remove = async (chosen: readonly number[]) => {
    const outcome = await account.tags.remove(chosen)
    if (outcome.isOk) onDeleted()
    else toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  return useMarkedDeletion({ ids: tags.map(({ id }) => id), isEditing, remove })
}
