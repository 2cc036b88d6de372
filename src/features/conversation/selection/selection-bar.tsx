import { Copy, Forward, Trash2, X } from 'lucide-react'
import { canForward, type SelectionAction } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly chosen: readonly TimelineMessage[]
  readonly action: SelectionAction
  readonly onCopy: () => void
  readonly onForward: () => void
  readonly onDelete: () => void
  readonly onCancel: () => void
}

/** Fills the bottom while messages are being selected: what can be done with them, and how many they are [VIEW-11 VIEW-13 VIEW-32]. */
export const SelectionBar = ({ chosen, action, ...tasks }: SelectionBarProps) => {
  const text = useText()
  const count = chosen.length
  const isNone = count === 0
  return (
    <section aria-label={text('conversation.selection')} className={styles.bar}>
      <IconButton label={text('common.cancel')} icon={<X aria-hidden="true" />} onPress={tasks.onCancel} />
      <p role="status" className={styles.count} data-numeric="true">
        {text('conversation.selection.count', { count })}
      </p>
      <IconButton
        label={text('conversation.action.copy')}
        icon={<Copy aria-hidden="true" />}
        isDisabled={isNone}
        onPress={tasks.onCopy}
      />
      {action !== 'delete' && 'forward' in subPaths && (
        <Button
          icon={<Forward aria-hidden="true" />}
          isDisabled={isNone || !chosen.every(canForward)}
          onPress={tasks.onForward}
        >
          {text('conversation.selection.forward', { count })}
        </Button>
      )}
      {action !== 'forward' && (
        <Button
          variant="danger"
          icon={<Trash2 aria-hidden="true" />}
          isDisabled={isNone}
          onPress={tasks.onDelete}
        >
          {text('conversation.selection.delete', { count })}
        </Button>
      )}
    </section>
  )
}
