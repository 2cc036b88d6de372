import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import { isInternalUser } from '#domain/authentication/accounts.ts'
import { joinMethodFor } from '#domain/message/message-notices.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import {
  type GroupNotice,
  isStructuredNotice,
  readGroupNotice,
  readTimerNotice,
} from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { useDuration } from '../use-viewpoint.ts'
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

/**
 * A group notice. Every person that it names by an id is a link. Plain text from other servers stays unchanged. A notice
 * of a kind that this version does not know is one sentence.
 */
const GroupNoticeText = ({ message, isReachable }: NoticeProps) => {
  const text = useText()
  const say = useGroupNotice()
  const sayJoined = useJoinNotice()
  const notice = readGroupNotice(message.body)
  if (!notice && isStructuredNotice(message.body)) return text('conversation.notice.unknown')
  if (!notice && message.body !== '') return message.body
  const words = notice
    ? sayJoined(say(message, notice), notice)
    : say(message, { kind: message.type === 'GroupLeave' ? 'left' : 'joined' })
  const people = [message.senderId, ...(notice?.userIds ?? [])]
  // A split by two groups gives a text, the mark and name of a person, a text, and so on.
  const parts = words.split(markedName)
  return parts.flatMap((part, place) => {
    if (place % 3 === 0) return part
    if (place % 3 === 1) return []
    const mark = parts[place - 1] ?? ''
    const person = people[mark.charCodeAt(0) - firstMark]
    const name = <bdi key={mark}>{part}</bdi>
    if (person === undefined) return name
    return (
      <SenderLink key={mark} message={{ senderId: person }} isReachable={isReachable} className={styles.who}>
        {name}
      </SenderLink>
    )
  })
}

/**
 * Marks names in a translated text: an isolate, a private-use character whose offset is the index of the person, the
 * name, and the end of the isolate. The sender has index 0.
 */
const markedName = /\u2068([\uE000-\uE0FF])([^\u2069]*)\u2069/
const firstMark = 0xe000
const withoutMarks = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
const marked = (name: string, index: number): string =>
  `\u2068${String.fromCharCode(firstMark + index)}${withoutMarks(name)}\u2069`

type NoticeContent = Pick<GroupNotice, 'kind'> & Partial<GroupNotice>
type NoticeAuthor = Pick<TimelineMessage, 'isOwn' | 'senderName'>

/** Returns the separator of names in this language (DEC-79). */
const separatorOf = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Returns a formatter of group notices in the current language, with marked names; own actions are addressed to "you". */
const useGroupNotice = (): ((message: NoticeAuthor, notice: NoticeContent) => string) => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    ({ isOwn, senderName }, { kind, names: given = [], count = given.length, text: title = '' }) => {
      const name = marked(senderName, 0)
      const named = given.map((one, place) => marked(one, place + 1))
      const hidden = count - named.length
      const names =
        hidden > 0
          ? text('conversation.notice.more', { names: named.join(separatorOf(locale)), count: hidden })
          : new Intl.ListFormat(locale, { type: 'conjunction' }).format(named)
      return text(`conversation.notice.${kind}.${isOwn ? 'own' : 'other'}`, {
        name,
        names,
        title: withoutMarks(title),
      })
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
