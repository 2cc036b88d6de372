import { type KeyboardEvent, useRef, useState } from 'react'
import { type Emoticon, emoticons } from '#domain/message/emoticons.ts'
import { useText } from '#src/ui/use-text.ts'
import { emoticonAddress } from '../../emoticons/emoticon-address.ts'
import type { EmojiViewProps } from './emoji-views.ts'
import styles from './emoticon-grid.module.css'
import { emojiColumns, nextCell } from './grid-keys.ts'

/** All emoticons, eight in a row; arrow keys walk over them [STICK-16]. */
export const EmoticonGrid = ({ onEmoticon }: Pick<EmojiViewProps, 'onEmoticon'>) => {
  const text = useText()
  const grid = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(0)
  const walk = (event: KeyboardEvent) => {
    const isMirrored = grid.current && getComputedStyle(grid.current).direction === 'rtl'
    const key = isMirrored ? (mirrored[event.key] ?? event.key) : event.key
    const next = nextCell(key, reached, emoticons.length, emojiColumns)
    if (next === undefined) return
    event.preventDefault()
    setReached(next)
    grid.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      ref={grid}
      role="toolbar"
      tabIndex={-1}
      aria-label={text('composer.emoji.view.emoji')}
      className={styles.grid}
      onKeyDown={walk}
    >
      {emoticons.map((emoticon, cell) => (
        <EmoticonButton
          key={emoticon.code}
          emoticon={emoticon}
          isReached={cell === reached}
          onReach={() => setReached(cell)}
          onPick={() => onEmoticon(emoticon.code)}
        />
      ))}
    </div>
  )
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

interface EmoticonButtonProps {
  readonly emoticon: Emoticon
  readonly isReached: boolean
  readonly onReach: () => void
  readonly onPick: () => void
}

const EmoticonButton = ({ emoticon, isReached, onReach, onPick }: EmoticonButtonProps) => {
  const text = useText()
  const name = text(`composer.emoticon.${emoticon.name}`)
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      tabIndex={isReached ? 0 : -1}
      className={styles.emoticon}
      onFocus={onReach}
      // The cursor stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <img src={emoticonAddress(emoticon)} alt="" draggable={false} />
    </button>
  )
}
