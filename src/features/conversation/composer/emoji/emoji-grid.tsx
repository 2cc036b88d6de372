import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Emoji, type SkinTone, skinToneOf, skinTones, withSkinTone } from '#domain/message/emoji.ts'
import type { Emoticon } from '#domain/message/emoticons.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { emoticonAddress } from '../../message/message-text.tsx'
import styles from './emoji-grid.module.css'
import { emojiColumns, useGridNavigation } from './use-grid-navigation.ts'

/** An emoji in a cell of the grid. */
export interface EmojiCell {
  /** The text that it inserts: an emoji in its skin tone, or an emoticon's code. */
  readonly inserted: string
  /** The emoticon of that code; undefined for a Unicode emoji. */
  readonly emoticon?: Emoticon
  /** The emoji without a skin tone; undefined for an emoticon. */
  readonly emoji?: Emoji
}

interface EmojiGridProps {
  readonly label: string
  readonly cells: readonly EmojiCell[]
  readonly onInsert: (text: string) => void
}

/**
 * Emoji in rows of eight with arrow key navigation. A right click, a long press, the menu key or Shift+ArrowDown opens the
 * skin tones of one.
 */
export const EmojiGrid = ({ label, cells, onInsert }: EmojiGridProps) => {
  const text = useText()
  const scroll = useRef<HTMLDivElement>(null)
  const { grid, onKeyDown, cellProps } = useGridNavigation(cells.length, emojiColumns)
  const [toned, setToned] = useState<TonedCell>()
  const openTones = (target: Element): boolean => {
    const button = target.closest('button')
    const emoji = cells[Number(button?.dataset.cell)]?.emoji
    if (!button || !scroll.current || emoji?.hasTones !== true) return false
    setToned({ emoji, style: tonesPlace(button, scroll.current) })
    return true
  }
  const gestures = useMenuGestures(openTones)
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    gestures.onKeyDown(event)
    if (event.shiftKey && event.key === 'ArrowDown') {
      event.preventDefault()
      openTones(event.currentTarget.ownerDocument.activeElement ?? event.currentTarget)
    } else if (!event.defaultPrevented) onKeyDown(event)
  }
  return (
    <div ref={scroll} className={styles.scroll}>
      <div
        ref={grid}
        role="toolbar"
        tabIndex={-1}
        aria-label={label}
        className={styles.grid}
        {...gestures.handlers}
        onKeyDown={press}
      >
        {cells.map((cell, index) => (
          <EmojiButton
            key={cell.inserted}
            content={cell}
            index={index}
            cell={cellProps(index)}
            onPick={() => onInsert(cell.inserted)}
          />
        ))}
      </div>
      {toned && (
        <SkinTones
          label={text('composer.emoji.tones-of', { name: toned.emoji.name })}
          character={toned.emoji.character}
          style={toned.style}
          onPick={(tone) => onInsert(withSkinTone(toned.emoji.character, tone))}
          onClose={() => setToned(undefined)}
        />
      )}
    </div>
  )
}

/** An emoji whose skin tones are shown, and their place in the grid. */
interface TonedCell {
  readonly emoji: Emoji
  readonly style: CSSProperties
}

/** Places the skin tones above their emoji, or below it in the first visible row. */
function tonesPlace(button: HTMLElement, scroll: HTMLElement): CSSProperties {
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = button
  const center = offsetLeft + offsetWidth / 2
  const isMirrored = getComputedStyle(scroll).direction === 'rtl'
  const hasSpaceAbove = offsetTop - scroll.scrollTop > offsetHeight
  // React's CSS properties have no custom properties.
  return {
    '--tones-center': `${isMirrored ? scroll.clientWidth - center : center}px`,
    insetBlockStart: offsetTop + (hasSpaceAbove ? -offsetHeight : offsetHeight),
  } as CSSProperties
}

interface EmojiButtonProps {
  readonly content: EmojiCell
  readonly index: number
  readonly cell: ReturnType<ReturnType<typeof useGridNavigation>['cellProps']>
  readonly onPick: () => void
}

const EmojiButton = ({ content, index, cell, onPick }: EmojiButtonProps) => {
  const name = cellName(useText(), content)
  const { emoticon, inserted } = content
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      data-cell={index}
      {...cell}
      className={styles.emoji}
      // Keeps the focus in the textbox.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {emoticon ? <img src={emoticonAddress(emoticon)} alt="" draggable={false} /> : inserted}
    </button>
  )
}

/** The name of an emoji with its skin tone. */
function cellName(text: Translate, { emoticon, emoji, inserted }: EmojiCell): string {
  if (emoticon) return text(`composer.emoticon.${emoticon.name}`)
  const name = emoji?.name ?? inserted
  const tone = skinToneOf(inserted)
  return tone === 0 ? name : text('composer.emoji.toned', { name, tone: toneName(text, tone) })
}

/** The name of a skin tone. */
const toneName = (text: Translate, tone: SkinTone): string => text(`composer.emoji.tone.${tone}`)

interface ToneButtonProps {
  readonly tone: SkinTone
  readonly onPick: (tone: SkinTone) => void
}

const sample = '✋'

/** Shows the skin tone of all emoji that have one, and changes it. */
export const ToneButton = ({ tone, onPick }: ToneButtonProps) => {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className={styles.toneButton}>
      <IconButton
        label={text('composer.emoji.tone', { tone: toneName(text, tone) })}
        icon={<span className={styles.sample}>{withSkinTone(sample, tone)}</span>}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <SkinTones
          label={text('composer.emoji.tones')}
          character={sample}
          chosen={tone}
          opener={place}
          onPick={onPick}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface SkinTonesProps {
  readonly label: string
  /** The emoji to show in each tone. */
  readonly character: string
  /** The tone in use, if one is. */
  readonly chosen?: SkinTone
  readonly style?: CSSProperties
  /** Contains the button that closes the tones itself, so that a press on it is not one elsewhere. */
  readonly opener?: RefObject<HTMLElement | null>
  readonly onPick: (tone: SkinTone) => void
  readonly onClose: () => void
}

/** An emoji in all skin tones. It takes the focus and returns it when it closes by key or choice. */
const SkinTones = ({ label, character, chosen, style, opener, onPick, onClose }: SkinTonesProps) => {
  const text = useText()
  const { grid, onKeyDown, cellProps } = useGridNavigation(skinTones.length, skinTones.length)
  const [before] = useState(() => document.activeElement)
  const leave = () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    onClose()
  }
  const leaveByKey = useEffectEvent(leave)
  const isInside = (target: Node) => [grid, opener].some((part) => part?.current?.contains(target))
  const closeIfOutside = (target: EventTarget | null) => {
    if (target instanceof Node && !isInside(target)) onClose()
  }
  const press = useEffectEvent(closeIfOutside)
  const focusFirst = useEffectEvent(() => grid.current?.querySelectorAll('button')[chosen ?? 0]?.focus())
  useEffect(() => {
    focusFirst()
    // Before the panel, which Escape would close.
    const pressKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      leaveByKey()
    }
    const pressPointer = ({ target }: PointerEvent) => press(target)
    window.addEventListener('keydown', pressKey, true)
    document.addEventListener('pointerdown', pressPointer, true)
    return () => {
      window.removeEventListener('keydown', pressKey, true)
      document.removeEventListener('pointerdown', pressPointer, true)
    }
  }, [])
  return (
    <div
      ref={grid}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className={styles.tones}
      style={style}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => closeIfOutside(relatedTarget)}
    >
      {skinTones.map((tone) => (
        <button
          key={tone}
          type="button"
          aria-label={toneName(text, tone)}
          title={toneName(text, tone)}
          aria-pressed={chosen === undefined ? undefined : chosen === tone}
          {...cellProps(tone)}
          className={styles.emoji}
          onClick={() => {
            leave()
            onPick(tone)
          }}
        >
          {withSkinTone(character, tone)}
        </button>
      ))}
    </div>
  )
}
