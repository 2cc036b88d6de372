import { useState } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { StickerPicture, stickerName } from '#src/features/stickers/sticker-picture.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { EmojiViewProps } from './emoji-view-props.ts'
import { StickerGrid, StickerLookupState, useSendSticker } from './sticker-grid.tsx'
import styles from './sticker-view.module.css'

/** The service's stickers by class. A press sends one immediately [STICK-09 STICK-10 STICK-17 VIEW-16]. */
export const StickerView = ({ conversationId, onSent }: EmojiViewProps) => {
  const text = useText()
  const { service } = useAccount().stickers
  const view = useReadable(service)
  const send = useSendSticker(conversationId, onSent)
  const [chosen, setChosen] = useState<number>()
  if (view.status !== 'ready') return <StickerLookupState view={view} onRetry={service.reload} />
  const shown = view.value.find(({ id }) => id === chosen) ?? view.value[0]
  if (!shown) return <p className={styles.hint}>{text('stickers.none')}</p>
  return (
    <div className={styles.view}>
      <StickerGrid
        key={shown.id}
        label={text('composer.emoji.view.sticker')}
        stickers={shown.stickers}
        onPick={send}
      />
      <div role="toolbar" aria-label={text('stickers.classes')} className={styles.classes}>
        {view.value.map(({ id, stickers: [first] }, index) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === shown.id}
            aria-label={text('stickers.class', {
              number: index + 1,
              name: stickerName(text, first?.path ?? '', 1),
            })}
            className={styles.class}
            onClick={() => setChosen(id)}
          >
            {first && <StickerPicture path={first.path} />}
          </button>
        ))}
      </div>
    </div>
  )
}
