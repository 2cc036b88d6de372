import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { sayShort } from '#domain/formats/duration.ts'
import { splitLinks } from '#domain/formats/links.ts'
import { nameIn } from '#domain/formats/preview.ts'
import { type Emoticon, endOfPictures, splitEmoticons } from '#domain/message/emoticons.ts'
import { drawnMentions, type NamedPerson } from '#domain/message/mentions.ts'
import { readMessageBody } from '#domain/message/message-body.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/app/use-readable.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import { cameUponIn, personLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import emoticonStyles from './emoticon.module.css'
import styles from './message-text.module.css'

interface MessageTextProps {
  readonly body: string
  /** Whether Tab stops at links; only in the message the reader has walked to. */
  readonly isReachable: boolean
  /** Who is mentioned in it, by user id [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** Whether the text goes on behind it: an address that it ends with may not be whole, and leads nowhere. */
  readonly isCut?: boolean
  /** From here on codes of emoticons are drawn as characters; given for a stretch of a longer text. */
  readonly picturesUntil?: number
}

/** The text exactly as it was written; addresses in it open in a new tab, codes of emoticons are drawn, nothing else is interpreted. */
export const MessageText = memo((props: MessageTextProps) => {
  const { body, isReachable, mentions, isCut = false, picturesUntil = endOfPictures(body) } = props
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
  /** Draws what stands between the mentions, and where it begins in the text. */
  readonly draw: (text: string, offset: number) => ReactNode
}

/** Text with the people it mentions: each leads to that person, and this user's own name stands out most [MSG-39]. */
const MentionedText = ({ text, mentions, isReachable, draw }: MentionedTextProps) => {
  const { userId } = useAccount()
  const group = groupOf(useOpenConversation())
  const people = useMentionedPeople(group)
  let reached = 0
  return drawnMentions(text, mentions, people, userId).map((part) => {
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
        {...personLink(group, part.userId, cameUponIn(group, 'avatar'))}
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

const unknown: LookupState<readonly GroupMember[]> = { status: 'loading' }
const nobody: Readable<LookupState<readonly GroupMember[]>> = {
  get: () => unknown,
  subscribe: () => () => undefined,
}

/** The members of the open group by the names they are mentioned by; this user alone while these are not known. */
const useMentionedPeople = (group: ConversationId | undefined): readonly NamedPerson[] => {
  const { members, profile, userId } = useAccount()
  const view = useReadable(group === undefined ? nobody : members(group))
  const ownName = useSelected(profile, (own) => own?.nickname ?? '')
  return useMemo(() => {
    const self = { userId, names: [ownName] }
    if (view.status !== 'ready') return [self]
    const known = view.value.map((one) => ({ userId: one.userId, names: namesOf(one) }))
    return known.some((one) => one.userId === userId) ? known : [self, ...known]
  }, [view, userId, ownName])
}

const namesOf = ({ memberName, nickname }: GroupMember): readonly string[] =>
  [memberName, nickname].filter((name) => name !== '')

interface KindTextProps {
  readonly type: Exclude<MessageType, 'txt'>
  readonly body: string
}

/** A message that is no text, in a line: its kind and its name or length, or that it cannot be shown [MSG-14]. */
export const KindText = ({ type, body }: KindTextProps) => {
  const text = useText()
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged')
    return text(type === 'card' ? 'contact.error.damaged' : 'messages.preview.damaged')
  const kind = text(`messages.preview.${type}`)
  const name = nameIn(read)
  if (name !== '') return <bdi>{text('messages.preview.named', { kind, name })}</bdi>
  if (read.kind !== 'audio') return kind
  const { unit, count } = sayShort(read.seconds)
  return text('messages.preview.named', { kind, name: text(`conversation.duration.${unit}`, { count }) })
}

/** An emoticon in a line of text: its character, over which its picture lies, so that it is copied as text [MSG-25]. */
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

/** Where the picture of an emoticon lies among the files of the app. */
export const emoticonAddress = ({ file }: Emoticon): string => `/emoticons/${file}`

/** The same as a style's background: hundreds of them cost less than as many elements with a source. */
export const emoticonPicture = (emoticon: Emoticon): string => `url("${emoticonAddress(emoticon)}")`
