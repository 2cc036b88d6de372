import { useState } from 'react'
import { fullDate } from '#domain/formats/dates.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Fact, Facts } from '../../contacts/facts.tsx'

interface DetailsDialogProps {
  /** Closed while undefined. */
  readonly message: TimelineMessage | undefined
  readonly locale: string
  readonly onClose: () => void
}

/** The times at which a message was sent, was read and will expire, to the second. */
export const DetailsDialog = ({ message, locale, onClose }: DetailsDialogProps) => {
  const text = useText()
  // Keeps the text while the closing dialog fades out.
  const [shown, setShown] = useState(message)
  if (message !== undefined && message !== shown) setShown(message)
  const date = (at: number | undefined) => (at === undefined ? '' : fullDate(at, locale))
  return (
    <Dialog
      title={text('conversation.action.details')}
      isOpen={message !== undefined}
      onClose={onClose}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      {shown !== undefined && (
        <Facts>
          <Fact name={text('conversation.details.from')} value={shown.senderName} />
          <Fact name={text('conversation.details.sent')} value={date(shown.sentAt)} />
          <Fact name={text('conversation.details.read')} value={readWords(shown, date, text)} />
          <Fact name={text('conversation.details.burns')} value={date(shown.burnsAt)} />
        </Facts>
      )}
    </Dialog>
  )
}

/** The time of reading where it is known, else whether it was read. */
const readWords = (
  { state, readAt }: TimelineMessage,
  date: (at: number | undefined) => string,
  text: (key: string) => string,
): string => {
  if (readAt !== undefined) return date(readAt)
  return text(state === 'read' ? 'conversation.details.was-read' : 'conversation.details.not-read')
}
