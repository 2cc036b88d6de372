import type { CSSProperties, ReactNode } from 'react'
import { StickerPicture, stickerName } from '#src/features/stickers/sticker-picture.tsx'
import { useStickerColumns } from '#src/features/stickers/use-sticker-columns.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './sticker-view.module.css'
import { useGridWalk } from './use-grid-walk.ts'

interface StickerGridProps {
  readonly label: string
  readonly stickers: readonly { readonly id: number; readonly path: string }[]
  readonly onPick: (path: string) => void
  /** At 48 px [STICK-18]. */
  readonly isSmall?: boolean
  /** Stands in front of them. */
  readonly before?: ReactNode
}

/** Stickers in 5 or 6 columns; arrow keys walk over them [STICK-17] (DEC-69). */
export const StickerGrid = ({ label, stickers, onPick, isSmall = false, before }: StickerGridProps) => {
  const text = useText()
  const columns = useStickerColumns()
  const { grid, onKeyDown, cellProps } = useGridWalk(stickers.length, columns)
  // The style's only purpose is to name the number of columns.
  const style = { '--sticker-columns': columns } as CSSProperties
  return (
    <div className={styles.scroll}>
      {before !== undefined && <div className={styles.before}>{before}</div>}
      <div
        ref={grid}
        role="toolbar"
        tabIndex={-1}
        aria-label={label}
        className={styles.grid}
        data-small={isSmall}
        style={style}
        onKeyDown={onKeyDown}
      >
        {stickers.map(({ id, path }, cell) => {
          const name = stickerName(text, path, cell + 1)
          return (
            <button
              key={id}
              type="button"
              aria-label={name}
              title={name}
              {...cellProps(cell)}
              className={styles.sticker}
              // The cursor stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(path)}
            >
              <StickerPicture path={path} />
            </button>
          )
        })}
      </div>
    </div>
  )
}
