import { Check, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usualStickerLimit } from '#domain/stickers/sticker-rules.ts'
import type { OwnSticker, OwnStickers } from '#schemas/translate/stickers.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonGrid } from '#src/ui/skeleton-shapes.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useMarkedDeletion } from '../forms/use-marked-deletion.ts'
import styles from './my-stickers-screen.module.css'
import { StickerPicture, stickerName } from './sticker-picture.tsx'
import {
  AddStickerInput,
  useAddingStickers,
  useStickerInput,
  useStickerLookup,
} from './use-adding-stickers.tsx'

/** The user's own stickers, with adding and an edit mode for deleting several [STICK-01 SET-09]. */
export const MyStickersScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.messaging)
  const rejectionText = useRejectionText()
  const { view, retry } = useStickerLookup(({ own }) => own)
  const [isEditing, setIsEditing] = useState(false)
  const hasStickers = view.status === 'ready' && view.value.stickers.length > 0
  return (
    <Screen
      title={text('stickers.title')}
      onBack={goBack}
      isNarrow
      actions={
        hasStickers && (
          <Button variant="quiet" onPress={() => setIsEditing(!isEditing)}>
            {text(isEditing ? 'stickers.done' : 'stickers.edit')}
          </Button>
        )
      }
    >
      {view.status === 'loading' && <SkeletonGrid tiles={6} />}
      {view.status === 'failed' && <ErrorState title={rejectionText(view.rejection)} onRetry={retry} />}
      {view.status === 'ready' && (
        <Stickers
          own={view.value}
          isEditing={isEditing && hasStickers}
          onDeleted={() => setIsEditing(false)}
        />
      )}
    </Screen>
  )
}

interface StickersProps {
  readonly own: OwnStickers
  readonly isEditing: boolean
  readonly onDeleted: () => void
}

const Stickers = ({ own: { stickers, limit = usualStickerLimit }, isEditing, onDeleted }: StickersProps) => {
  const text = useText()
  const input = useStickerInput()
  const { isAdding, addFiles } = useAddingStickers()
  const deletion = useStickerDeletion(stickers, isEditing, onDeleted)
  const { chosen } = deletion
  const isEmpty = stickers.length === 0
  const add = (
    <Button
      variant={isEmpty ? 'primary' : 'secondary'}
      isWide={!isEmpty}
      isPending={isAdding}
      icon={<Plus aria-hidden="true" />}
      onPress={() => input.current?.click()}
    >
      {text('stickers.add')}
    </Button>
  )
  return (
    <div className={styles.stickers}>
      <AddStickerInput input={input} onFiles={(files) => void addFiles(files)} />
      {isEmpty ? (
        <EmptyState
          illustration="sticker"
          title={text('stickers.empty')}
          description={text('stickers.empty-hint')}
          action={add}
        />
      ) : (
        <>
          <p className={styles.count} data-numeric="true">
            {text('stickers.count', { count: stickers.length, limit })}
          </p>
          <StickerTiles
            stickers={stickers}
            chosen={isEditing ? chosen : undefined}
            onToggle={deletion.toggle}
          />
          <div className={styles.foot}>
            {isEditing ? (
              <Button
                variant="quiet-danger"
                isWide
                isDisabled={chosen.size === 0}
                isPending={deletion.isDeleting}
                icon={<Trash2 aria-hidden="true" />}
                onPress={deletion.ask}
              >
                {text('stickers.delete', { count: chosen.size })}
              </Button>
            ) : (
              add
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        title={text('stickers.delete-question', { count: chosen.size })}
        isOpen={deletion.isAsking}
        confirmLabel={text('stickers.delete-confirm')}
        isDanger
        onConfirm={() => void deletion.confirm()}
        onClose={deletion.close}
      >
        <p>{text('stickers.delete-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

interface StickerTilesProps {
  readonly stickers: readonly OwnSticker[]
  /** The selected ids; undefined outside edit mode. */
  readonly chosen: ReadonlySet<number> | undefined
  readonly onToggle: (id: number) => void
}

/** The grid of stickers; in edit mode each can be selected [STICK-01]. */
const StickerTiles = ({ stickers, chosen, onToggle }: StickerTilesProps) => {
  const text = useText()
  return (
    <ul aria-label={text('stickers.title')} className={styles.tiles}>
      {stickers.map(({ id, path }, place) => {
        const name = stickerName(text, path, place + 1)
        return (
          <li key={id}>
            {chosen === undefined ? (
              <span role="img" aria-label={name} className={styles.tile}>
                <StickerPicture path={path} />
              </span>
            ) : (
              <button
                type="button"
                aria-pressed={chosen.has(id)}
                aria-label={name}
                className={styles.tile}
                onClick={() => onToggle(id)}
              >
                <StickerPicture path={path} />
                <span className={styles.mark} aria-hidden="true">
                  {chosen.has(id) && <Check />}
                </span>
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The selection of stickers in edit mode and their deletion [STICK-01 STICK-06]. */
const useStickerDeletion = (stickers: readonly OwnSticker[], isEditing: boolean, onDeleted: () => void) => {
  const text = useText()
  const toasts = useToasts()
  const account = useAccount()
  const remove = async (chosen: readonly number[]) => {
    const { remove: removeStickers } = await account.loadStickers()
    const outcome = await removeStickers(chosen)
    if (!outcome.isOk) {
      toasts.show({ kind: 'error', text: outcome.rejection.text ?? text('stickers.delete-failed') })
      return
    }
    toasts.show({ kind: 'success', text: text('stickers.delete-success', { count: chosen.length }) })
    onDeleted()
  }
  return useMarkedDeletion({ ids: stickers.map(({ id }) => id), isEditing, remove })
}
