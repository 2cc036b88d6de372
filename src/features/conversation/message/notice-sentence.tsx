import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import {
  type GroupNotice,
  isStructuredNotice,
  readGroupNotice,
  readTimerNotice,
} from '#schemas/translate/message-bodies.ts'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-viewpoint.ts'

/** A notice, as far as its sentence needs it. */
export type Notice = Pick<TimelineMessage, 'type' | 'body' | 'isOwn' | 'senderName'>

interface RowNoticeProps {
  readonly row: Pick<ConversationSummary, 'kind' | 'title' | 'lastMessage'>
  /** Shown until the texts of notices have loaded, and if the sender's name is unknown. */
  readonly children: ReactNode
}

/** The newest message of a conversation as the sentence of a notice, for the list of conversations. */
export const RowNotice = ({ row: { kind, title, lastMessage }, children }: RowNoticeProps) => {
  const { i18n } = useLingui()
  const { translation } = useRouter().options.context
  const sentence = useNoticeSentence()
  const hasTexts = 'conversation.notice.unknown' in i18n.messages
  useEffect(() => {
    // Without the texts, the children stay.
    if (!hasTexts) translation.add('pages').catch(() => undefined)
  }, [hasTexts, translation])
  const isNamed = lastMessage?.isOwn || lastMessage?.senderName !== undefined || kind === 'direct'
  if (!hasTexts || !isNamed || typeof lastMessage?.body !== 'string') return children
  const { type, body, isOwn, senderName = title } = lastMessage
  return <bdi>{sentence({ type, body, isOwn, senderName }).replaceAll(mark, '')}</bdi>
}

/**
 * Marks names in a sentence: an isolate, a private-use character whose offset is the index of the person, the
 * name, and the end of the isolate. The sender has index 0.
 */
export const markedName = /\u2068([\uE000-\uE0FF])([^\u2069]*)\u2069/
const mark = /(?<=\u2068)[\uE000-\uE0FF]/g
const firstMark = 0xe000
const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
const marked = (name: string, index: number): string =>
  `\u2068${String.fromCharCode(firstMark + index)}${withoutIsolates(name)}\u2069`

/** Returns the index of the person whose name has this mark. */
export const personOf = (nameMark: string): number => nameMark.charCodeAt(0) - firstMark

/**
 * Returns a formatter of notices in the current language: translated if they are structured, else unchanged. Own actions
 * are addressed to "you", and the names in group notices are marked.
 */
export const useNoticeSentence = (): ((notice: Notice) => string) => {
  const text = useText()
  const sayTimer = useTimerNotice()
  const sayGroup = useGroupNotice()
  return (notice) => {
    const seconds = readTimerNotice(notice.body)
    if (seconds !== undefined) return sayTimer(notice, seconds)
    const content = readGroupNotice(notice.body)
    if (content !== undefined) return sayGroup(notice, content)
    if (isStructuredNotice(notice.body)) return text('conversation.notice.unknown')
    if (notice.body !== '') return notice.body
    return sayGroup(notice, { kind: notice.type === 'GroupLeave' ? 'left' : 'joined' })
  }
}

/** Returns a formatter of the notice that disappearing messages were turned on or off [BURN-07]. */
const useTimerNotice = () => {
  const text = useText()
  const duration = useDuration()
  return ({ isOwn, senderName: name }: Notice, seconds: number): string => {
    const who = isOwn ? 'own' : 'other'
    if (seconds === 0) return text(`conversation.notice.vanish-off.${who}`, { name })
    return text(`conversation.notice.vanish-on.${who}`, { name, duration: duration(seconds) })
  }
}

type NoticeContent = Pick<GroupNotice, 'kind'> & Partial<GroupNotice>

/** Returns the separator of names in this language (DEC-79). */
const separatorOf = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Returns a formatter of group notices in the current language, with marked names. */
const useGroupNotice = () => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    (
      { isOwn, senderName }: Notice,
      { kind, names: given = [], count = given.length, text: title = '' }: NoticeContent,
    ): string => {
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
        title: withoutIsolates(title),
      })
    },
    [text, locale],
  )
}
