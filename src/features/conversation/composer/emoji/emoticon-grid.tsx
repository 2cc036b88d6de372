import { type Emoticon, emoticons } from '#domain/message/emoticons.ts'
import { useText } from '#src/ui/use-text.ts'
import { emoticonAddress } from '../../message/message-text.tsx'
import styles from './emoticon-grid.module.css'
import { emojiColumns, useGridNavigation } from './use-grid-navigation.ts'

/** All emoticons, eight in a row, with arrow key navigation [STICK-16]. */
export const EmoticonGrid = ({ onEmoticon }: { readonly onEmoticon: (code: string) => void }) => {
  const text = useText()
  const { grid, onKeyDown, cellProps } = useGridNavigation(emoticons.length, emojiColumns)
  return (
    <div
      ref={grid}
      role="toolbar"
      tabIndex={-1}
      aria-label={text('composer.emoji.view.emoji')}
      className={styles.grid}
      onKeyDown={onKeyDown}
    >
      {emoticons.map((emoticon, cell) => (
        <EmoticonButton
          key={emoticon.code}
          emoticon={emoticon}
          cell={cellProps(cell)}
          onPick={() => onEmoticon(emoticon.code)}
        />
      ))}
    </div>
  )
}

interface EmoticonButtonProps {
  readonly emoticon: Emoticon
  readonly cell: ReturnType<ReturnType<typeof useGridNavigation>['cellProps']>
  readonly onPick: () => void
}

const EmoticonButton = ({ emoticon, cell, onPick }: EmoticonButtonProps) => {
  const text = useText()
  const name = text(`composer.emoticon.${emoticon.name}`)
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...cell}
      className={styles.emoticon}
      // Keeps the focus in the textbox.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <img src={emoticonAddress(emoticon)} alt="" draggable={false} />
    </button>
  )
}
