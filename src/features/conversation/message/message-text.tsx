import { memo } from 'react'
import { splitLinks } from '#domain/formats/links.ts'
import { endOfPictures, splitEmoticons } from '#domain/message/emoticons.ts'
import { EmoticonImage } from '../emoticons/emoticon-image.tsx'
import { MentionedText } from './mentioned-text.tsx'
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
