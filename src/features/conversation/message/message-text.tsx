import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { shortDuration } from '#domain/formats/duration.ts'
import { splitLinks } from '#domain/formats/links.ts'
import { subjectName } from '#domain/formats/preview.ts'
import { type Emoticon, endOfLastPicture, splitEmoticons } from '#domain/message/emoticons.ts'
import { type NamedPerson, shownMentionParts } from '#domain/message/mentions.ts'
import { readMessageBody } from '#domain/message/message-body.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useSelected } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { originInConversation, personLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { useGroupWithoutRefresh } from '../../groups/use-group.ts'
import emoticonStyles from './emoticon.module.css'
import { messageLabel } from './message-line.ts'
import styles from './message-text.module.css'

interface MessageTextProps {
  readonly body: string
  /** Whether Tab stops at links; true only in the focused message. */
  readonly isReachable: boolean
  /** The mentioned users, by id [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** True if the text is cut off: a URL at its end may be incomplete, so it becomes no link. */
  readonly isCut?: boolean
  /** Offset after which emoticon codes stay characters; used for a part of a longer text. */
  readonly picturesUntil?: number
}

/** The text as written. URLs open in a new tab and emoticon codes become images; nothing else is interpreted. */
export const MessageText = memo((props: MessageTextProps) => {
  const { body, isReachable, mentions, isCut = false, picturesUntil = endOfLastPicture(body) } = props
  const parts = splitLinks(body)
  let reached = 0
  return (
    <span className={styles.text} data-message-text="true">
      {parts.map((part, index) => {
        const at = reached
        reached += part.text.length
        if (part.kind === 'link' && !(isCut && index === parts.length - 1)) {
          return (
            <a
              key={at}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer"
              tabIndex={isReachable ? 0 : -1}
              className={styles.link}
            >
              {part.text}
            </a>
          )
        }
        const draw = (text: string, offset: number) => (
          <PlainText text={text} picturesUntil={picturesUntil - at - offset} />
        )
        if (!mentions?.length)
          return <PlainText key={at} text={part.text} picturesUntil={picturesUntil - at} />
        return (
          <MentionedText
            key={at}
            text={part.text}
            mentions={mentions}
            isReachable={isReachable}
            draw={draw}
          />
        )
      })}
    </span>
  )
})

interface PlainTextProps {
  readonly text: string
  readonly picturesUntil: number
}

const PlainText = ({ text, picturesUntil }: PlainTextProps) => {
  let reached = 0
  return splitEmoticons(text).map((part) => {
    const at = reached
    reached += part.text.length
    if (part.kind === 'text') return part.text
    if (at >= picturesUntil) return part.emoticon.character
    return <EmoticonImage key={at} emoticon={part.emoticon} />
  })
}

interface MentionedTextProps {
  readonly text: string
  readonly mentions: readonly number[]
  readonly isReachable: boolean
  /** Renders the text between mentions; receives its offset in the whole text. */
  readonly draw: (text: string, offset: number) => ReactNode
}

/** Text with mentions. Each links to the person; mentions of this user are highlighted [MSG-39]. */
const MentionedText = ({ text, mentions, isReachable, draw }: MentionedTextProps) => {
  const { userId } = useAccount()
  const group = groupOf(useOpenConversation())
  const people = useMentionedPeople(group)
  let reached = 0
  return shownMentionParts(text, mentions, people, userId).map((part) => {
    const key = reached
    reached += part.text.length
    if (part.kind === 'text') return <Fragment key={key}>{draw(part.text, key)}</Fragment>
    const className = classNames(styles.mention, part.isOfSelf && styles.own)
    if (part.userId === undefined || part.isOfSelf || group === undefined) {
      return (
        <bdi key={key} className={className}>
          {part.text}
        </bdi>
      )
    }
    return (
      <Link
        key={key}
        {...personLink(group, part.userId, originInConversation(group, 'avatar'))}
        tabIndex={isReachable ? 0 : -1}
        className={classNames(className, styles.person)}
      >
        <bdi>{part.text}</bdi>
      </Link>
    )
  })
}

const groupOf = (conversation: ConversationId | undefined): ConversationId | undefined =>
  conversation !== undefined && parseConversationId(conversation).kind === 'group' ? conversation : undefined

/** The members of the open group with the names used in mentions; only this user while they are unknown. */
export const useMentionedPeople = (group: ConversationId | undefined): readonly NamedPerson[] => {
  const { profile, userId } = useAccount()
  const view = useGroupWithoutRefresh(group)
  const ownName = useSelected(profile, (own) => own?.nickname ?? '')
  return useMemo(() => {
    const self = { userId, names: [ownName] }
    if (view.status !== 'ready') return [self]
    const known = view.value.members.map((one) => ({ userId: one.userId, names: namesOf(one) }))
    return known.some((one) => one.userId === userId) ? known : [self, ...known]
  }, [view, userId, ownName])
}

const namesOf = ({ memberName, nickname }: GroupMember): readonly string[] =>
  [memberName, nickname].filter((name) => name !== '')

interface MessageLabelProps {
  readonly type: Exclude<MessageType, 'txt'>
  readonly body: string
}

/** One line for a message without text: its type with its name or length, or that it cannot be shown [MSG-14]. */
export const MessageLabel = ({ type, body }: MessageLabelProps) => {
  const text = useText()
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged')
    return text(type === 'card' ? 'contact.error.damaged' : 'messages.preview.damaged')
  const name = read.kind === 'audio' ? lengthOf(read.seconds, text) : subjectName(read)
  return <bdi>{messageLabel(name === '' ? { type } : { type, name }, text)}</bdi>
}

const lengthOf = (seconds: number, text: Translate): string => {
  const { unit, count } = shortDuration(seconds)
  return text(`conversation.duration.${unit}`, { count })
}

/** An emoticon in text: an image over its character, so that it is copied as text [MSG-25]. */
export const EmoticonImage = ({ emoticon }: { readonly emoticon: Emoticon }) => {
  const text = useText()
  return (
    <span
      role="img"
      aria-label={text(`composer.emoticon.${emoticon.name}`)}
      className={emoticonStyles.emoticon}
      style={{ backgroundImage: emoticonPicture(emoticon) }}
    >
      {emoticon.character}
    </span>
  )
}

/** Returns the URL of an emoticon's image. */
export const emoticonAddress = ({ file }: Emoticon): string => `/emoticons/${file}`

/** Returns the same URL as a CSS background, which is cheaper than hundreds of image elements. */
export const emoticonPicture = (emoticon: Emoticon): string => `url("${emoticonAddress(emoticon)}")`
