import { Copy, Forward, Trash2, X } from 'lucide-react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { canForward, type SelectionAction } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { messageText } from '../message/message-line.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly chosen: readonly TimelineMessage[]
  readonly action: SelectionAction
  readonly onCopy: () => void
  readonly onForward: () => void
  readonly onDelete: () => void
  readonly onCancel: () => void
}

/** The bottom bar during selection: actions and the number of selected messages [VIEW-11 VIEW-13 VIEW-32]. */
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
          variant="quiet-danger"
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

/** Returns messages as one text, each below its sender and time. A single message is just its text. */
export function copyText(
  messages: readonly TimelineMessage[],
  viewpoint: Viewpoint,
  text: Translate,
): string {
  const [first, ...others] = messages
  if (first !== undefined && others.length === 0) return messageText(first, text)
  return messages
    .map((message) => {
      const { senderName: sender, sentAt } = message
      const heading = text('conversation.message-label', { sender, time: messageDate(sentAt, viewpoint) })
      return `${heading}\n${messageText(message, text)}`
    })
    .join('\n\n')
}
