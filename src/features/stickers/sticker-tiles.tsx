import { Check } from 'lucide-react'
import type { OwnSticker } from '#schemas/translate/stickers.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-stickers-screen.module.css'
import { StickerPicture, stickerName } from './sticker-picture.tsx'

interface StickerTilesProps {
  readonly stickers: readonly OwnSticker[]
  /** Ids of the chosen ones; undefined while nothing can be chosen. */
  readonly chosen: ReadonlySet<number> | undefined
  readonly onToggle: (id: number) => void
}

/** The stickers side by side; in edit mode each can be chosen [STICK-01]. */
export const StickerTiles = ({ stickers, chosen, onToggle }: StickerTilesProps) => {
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
