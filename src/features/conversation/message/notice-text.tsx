import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { readGroupNotice } from '#schemas/wire/group-notice.ts'
import { readVanishNotice } from '#schemas/wire/vanish-notice.ts'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-duration.ts'
import { useGroupNotice } from './use-group-notice.ts'
import { useJoinNotice } from './use-join-notice.ts'

interface NoticeProps {
  readonly message: TimelineMessage
}

/** What a notice says, in the reader's language where it is in none; else as it is. */
export const NoticeText = ({ message }: NoticeProps) => {
  const seconds = readVanishNotice(message.body)
  return seconds === undefined ? (
    <GroupNoticeText message={message} />
  ) : (
    <VanishNoticeText message={message} seconds={seconds} />
  )
}

/** Vanish mode was set [BURN-07]. */
const VanishNoticeText = ({ message, seconds }: NoticeProps & { readonly seconds: number }) => {
  const text = useText()
  const duration = useDuration()
  const who = message.isOwn ? 'own' : 'other'
  const name = message.senderName
  if (seconds === 0) return text(`conversation.notice.vanish-off.${who}`, { name })
  return text(`conversation.notice.vanish-on.${who}`, { name, duration: duration(seconds) })
}

/** Comings, goings and changes of a group; plain text of another server stays as it is. */
const GroupNoticeText = ({ message }: NoticeProps) => {
  const say = useGroupNotice()
  const sayJoined = useJoinNotice()
  const notice = readGroupNotice(message.body)
  if (notice) return sayJoined(say(message, notice), notice)
  if (message.body !== '') return message.body
  return say(message, { Kind: message.type === 'GroupLeave' ? 'left' : 'joined' })
}
