import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { readGroupNotice, readVanishNotice } from '#schemas/translate/message-bodies.ts'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-duration.ts'
import styles from './notice-text.module.css'
import { SenderLink } from './sender-link.tsx'
import { useGroupNotice } from './use-group-notice.ts'
import { useJoinNotice } from './use-join-notice.ts'

interface NoticeProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** What a notice says, in the reader's language where it is in none; else as it is. */
export const NoticeText = (props: NoticeProps) => {
  const seconds = readVanishNotice(props.message.body)
  return seconds === undefined ? (
    <GroupNoticeText {...props} />
  ) : (
    <VanishNoticeText message={props.message} seconds={seconds} />
  )
}

/** Vanish mode was set [BURN-07]. */
const VanishNoticeText = ({
  message,
  seconds,
}: Pick<NoticeProps, 'message'> & { readonly seconds: number }) => {
  const text = useText()
  const duration = useDuration()
  const who = message.isOwn ? 'own' : 'other'
  const name = message.senderName
  if (seconds === 0) return text(`conversation.notice.vanish-off.${who}`, { name })
  return text(`conversation.notice.vanish-on.${who}`, { name, duration: duration(seconds) })
}

/** Comings, goings and changes of a group, in which whoever did it leads to them; plain text of another server stays as it is. */
const GroupNoticeText = ({ message, isReachable }: NoticeProps) => {
  const say = useGroupNotice()
  const sayJoined = useJoinNotice()
  const notice = readGroupNotice(message.body)
  if (!notice && message.body !== '') return message.body
  const teller = { isOwn: message.isOwn, senderName: marked(message.senderName) }
  const words = notice
    ? sayJoined(say(teller, notice), notice)
    : say(teller, { kind: message.type === 'GroupLeave' ? 'left' : 'joined' })
  const [before, name, after, ...others] = words.split(marks)
  if (after === undefined || others.length > 0) return words
  return (
    <>
      {before}
      <SenderLink message={message} isReachable={isReachable} className={styles.who}>
        <bdi>{name}</bdi>
      </SenderLink>
      {after}
    </>
  )
}

/** Characters that show nothing stand around the name, wherever a language puts it. Where others wrote the same there is no link. */
const marks = /[\u2068\u2069]/
const marked = (name: string): string => `\u2068${name.replaceAll(/[\u2068\u2069]/g, '')}\u2069`
