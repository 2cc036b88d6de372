import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { readVanishNotice } from '#schemas/wire/vanish-notice.ts'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-duration.ts'

/** What a notice says, in the reader's language where it is in none [BURN-07]; else as it is. */
export const NoticeText = ({ message }: { readonly message: TimelineMessage }) => {
  const text = useText()
  const duration = useDuration()
  const seconds = readVanishNotice(message.body)
  if (seconds === undefined) return message.body
  const who = message.isOwn ? 'own' : 'other'
  const name = message.senderName
  if (seconds === 0) return text(`conversation.notice.vanish-off.${who}`, { name })
  return text(`conversation.notice.vanish-on.${who}`, { name, duration: duration(seconds) })
}
