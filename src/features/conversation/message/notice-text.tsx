import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import { isInternalUser } from '#domain/authentication/accounts.ts'
import { joinMethodFor } from '#domain/message/message-notices.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type GroupNotice, readGroupNotice, readTimerNotice } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import { useDuration } from '../use-duration.ts'
import styles from './notice-text.module.css'
import { SenderLink } from './sender-link.tsx'

interface NoticeProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** The text of a notice: translated if it is structured, else unchanged. */
export const NoticeText = (props: NoticeProps) => {
  const seconds = readTimerNotice(props.message.body)
  return seconds === undefined ? (
    <GroupNoticeText {...props} />
  ) : (
    <TimerNoticeText message={props.message} seconds={seconds} />
  )
}

/** The notice that disappearing messages were turned on or off [BURN-07]. */
const TimerNoticeText = ({
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

/** A group notice. The acting person is a link. Plain text from other servers stays unchanged. */
const GroupNoticeText = ({ message, isReachable }: NoticeProps) => {
  const say = useGroupNotice()
  const sayJoined = useJoinNotice()
  const notice = readGroupNotice(message.body)
  if (!notice && message.body !== '') return message.body
  const author = { isOwn: message.isOwn, senderName: marked(message.senderName) }
  const words = notice
    ? sayJoined(say(author, notice), notice)
    : say(author, { kind: message.type === 'GroupLeave' ? 'left' : 'joined' })
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

/**
 * Invisible isolate characters mark the name within the translated text. If the text contains others, there is no link.
 */
const marks = /[\u2068\u2069]/
const marked = (name: string): string => `\u2068${name.replaceAll(/[\u2068\u2069]/g, '')}\u2069`

type NoticeContent = Pick<GroupNotice, 'kind'> & Partial<GroupNotice>
type NoticeAuthor = Pick<TimelineMessage, 'isOwn' | 'senderName'>

/** Returns the separator of names in this language (DEC-79). */
const separatorOf = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Returns a formatter of group notices in the current language; own actions are addressed to "you". */
const useGroupNotice = (): ((message: NoticeAuthor, notice: NoticeContent) => string) => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    ({ isOwn, senderName: name }, { kind, names: named = [], count = named.length, text: title = '' }) => {
      const hidden = count - named.length
      const names =
        hidden > 0
          ? text('conversation.notice.more', { names: named.join(separatorOf(locale)), count: hidden })
          : new Intl.ListFormat(locale, { type: 'conjunction' }).format(named)
      return text(`conversation.notice.${kind}.${isOwn ? 'own' : 'other'}`, { name, names, title })
    },
    [text, locale],
  )
}

/** Returns a function that adds the join method for users who may see it [MSG-22]. */
const useJoinNotice = (): ((words: string, notice: GroupNotice) => string) => {
  const text = useText()
  const { conversations, profile, lookups } = useAccount()
  const settings = useReadable(lookups.settings)
  const open = useOpenConversation()
  const role = useSelected(conversations, (all) => all.find(({ id }) => id === open)?.group?.role)
  const type = useSelected(profile, (own) => own?.type ?? 1)
  const isInternal = settings.status === 'ready' && isInternalUser(settings.value.isInternalControlled, type)
  return (words, { joinMethod }) => {
    const method = joinMethodFor(joinMethod, { role, isInternal })
    if (method === undefined) return words
    return text('conversation.joined-by', {
      notice: words,
      method: text(`conversation.join-method.${method}`),
    })
  }
}
