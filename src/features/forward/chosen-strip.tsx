import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, VisuallyHidden } from 'react-aria-components'
import type { ForwardSelection } from '#domain/forward/forward-selection.ts'
import type { ForwardChoice } from '#domain/forward/forward-tag.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './chosen-strip.module.css'
import { ChoicePicture } from './target-list.tsx'

interface ChosenStripProps {
  readonly selection: ForwardSelection
  readonly onRemove: (target: ForwardChoice) => void
}

/** The strip of selected targets. The newest is in view, and a press removes one [FWD-03]. */
export const ChosenStrip = ({ selection, onRemove }: ChosenStripProps) => {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const count = useRef(0)
  useEffect(() => {
    const hasGrown = selection.size > count.current
    count.current = selection.size
    if (hasGrown) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' })
  }, [selection])
  if (selection.size === 0) return null
  return (
    <ul ref={list} aria-label={text('conversation.forward.chosen')} className={styles.strip}>
      {[...selection.values()].map((target) => (
        <li key={target.key}>
          <Button className={classNames(styles.chosen)} onPress={() => onRemove(target)}>
            <VisuallyHidden>{text('conversation.forward.remove', { name: target.name })}</VisuallyHidden>
            <span className={styles.picture}>
              <ChoicePicture choice={target} />
              <span className={styles.cross} aria-hidden="true">
                <X />
              </span>
            </span>
            <bdi className={styles.name} aria-hidden="true">
              {target.name}
            </bdi>
          </Button>
        </li>
      ))}
    </ul>
  )
}
