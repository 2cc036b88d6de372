import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useAccount } from '#src/app/client-context.tsx'
import { useAddingStickers } from '#src/features/stickers/use-adding-stickers.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AddStickerInput, useStickerInput } from '../../../stickers/use-adding-stickers.tsx'
import type { EmojiViewProps } from './emoji-view-props.ts'
import { StickerGrid, StickerLookupState, useSendSticker } from './sticker-grid.tsx'
import styles from './sticker-view.module.css'

/**
 * The user's own stickers at 48 px and a button that adds one. A press sends a sticker immediately [STICK-18 VIEW-16].
 */
export const CustomStickerView = ({ conversationId, onSent }: EmojiViewProps) => {
  const text = useText()
  const { own } = useAccount().stickers
  const view = useReadable(own)
  const send = useSendSticker(conversationId, onSent)
  const input = useStickerInput()
  const { isAdding, addFiles } = useAddingStickers()
  if (view.status !== 'ready') return <StickerLookupState view={view} onRetry={own.reload} />
  const add = (
    <button
      type="button"
      className={styles.add}
      aria-label={text('stickers.add')}
      title={text('stickers.add')}
      aria-busy={isAdding}
      onClick={() => input.current?.click()}
    >
      {isAdding ? <Spinner size="small" /> : <Plus aria-hidden="true" />}
    </button>
  )
  return (
    <div className={styles.view}>
      <AddStickerInput input={input} onFiles={(files) => void addFiles(files)} />
      <StickerGrid
        isSmall
        label={text('composer.emoji.view.custom-sticker')}
        stickers={view.value.stickers}
        onPick={send}
        before={add}
      />
      {view.value.stickers.length === 0 ? (
        <p className={styles.hint}>{text('stickers.empty-hint')}</p>
      ) : (
        <Link to={paths.stickers} className={styles.manage ?? ''}>
          {text('stickers.manage')}
        </Link>
      )}
    </div>
  )
}
