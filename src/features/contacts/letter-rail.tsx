import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { LetterStart } from '#domain/contacts/friend-order.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './letter-rail.module.css'

interface LetterRailProps {
  /** At least one. */
  readonly starts: readonly LetterStart[]
  /** Receives the position of the selected letter's first row. */
  readonly onJump: (index: number) => void
}

/** More letters than this are shown as dots in turn, because a phone has no room for all. */
const fullLength = 28

/**
 * The letters of a sorted list at its edge: a tap or a drag along them jumps to the rows of a letter. For keyboards and
 * screen readers it is a slider.
 */
export const LetterRail = ({ starts, onJump }: LetterRailProps) => {
  const text = useText()
  const [selected, setSelected] = useState(0)
  const [isDragged, setIsDragged] = useState(false)
  const last = starts.length - 1
  const place = Math.min(selected, last)
  const letter = starts[place]?.letter ?? ''

  const select = (wanted: number) => {
    const next = Math.min(last, Math.max(0, wanted))
    const start = starts[next]
    if (start === undefined) return
    setSelected(next)
    onJump(start.index)
  }
  const selectAt = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    select(Math.floor(((clientY - top) / height) * starts.length))
  }
  const end = () => setIsDragged(false)

  return (
    <div
      className={styles.rail}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragged(true)
        selectAt(event)
      }}
      onPointerMove={(event) => {
        if (isDragged) selectAt(event)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
    >
      <input
        type="range"
        className={styles.slider}
        aria-label={text('contact.letters')}
        aria-orientation="vertical"
        aria-valuetext={letter}
        min={0}
        max={last}
        value={place}
        onChange={(event) => select(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const step = verticalStep(event)
          if (step === 0) return
          event.preventDefault()
          select(place + step)
        }}
      />
      {starts.map(({ letter: shown }, at) => (
        <span key={shown} aria-hidden="true" className={styles.letter}>
          {starts.length > fullLength && at % 2 === 1 ? '·' : withoutUnit(shown)}
        </span>
      ))}
      {isDragged && (
        <span
          aria-hidden="true"
          className={classNames(styles.bubble)}
          style={{ insetBlockStart: `${((place + 0.5) / starts.length) * 100}%` }}
        >
          {letter}
        </span>
      )}
    </div>
  )
}

/** Numbers of strokes are shown without their unit, because the rail is narrow. */
const withoutUnit = (letter: string) => letter.replace(/畫$/u, '')

/** A range is horizontal to browsers: its upward arrow raises the value, but the letters run downwards. */
const verticalStep = ({ key }: KeyboardEvent): number =>
  key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
