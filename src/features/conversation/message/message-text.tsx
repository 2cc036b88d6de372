import { memo } from 'react'
import { splitLinks } from '#domain/formats/links.ts'
import { mostPictures, splitEmoticons } from '#domain/message/emoticons.ts'
import { EmoticonImage } from '../emoticons/emoticon-image.tsx'
import { MentionedText } from './mentioned-text.tsx'
import styles from './message-text.module.css'

interface MessageTextProps {
  readonly body: string
  /** Whether Tab stops at links; only in the message the reader has walked to. */
  readonly isReachable: boolean
  /** Who is mentioned in it, by user id [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
}

/** The text exactly as it was written; addresses in it open in a new tab, codes of emoticons are drawn, nothing else is interpreted. */
export const MessageText = memo(({ body, isReachable, mentions }: MessageTextProps) => {
  let reached = 0
  return (
    <span className={styles.text} data-message-text="true">
      {splitLinks(body).map((part) => {
        const key = reached
        reached += part.text.length
        if (part.kind === 'text' && mentions?.length) {
          const common = { text: part.text, mentions, isReachable }
          return <MentionedText key={key} {...common} draw={(text) => <PlainText text={text} />} />
        }
        if (part.kind === 'text') return <PlainText key={key} text={part.text} />
        return (
          <a
            key={key}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={isReachable ? 0 : -1}
            className={styles.link}
          >
            {part.text}
          </a>
        )
      })}
    </span>
  )
})

const PlainText = ({ text }: { readonly text: string }) => {
  let reached = 0
  let drawn = 0
  return splitEmoticons(text).map((part) => {
    const key = reached
    reached += part.text.length
    if (part.kind === 'text') return part.text
    drawn += 1
    if (drawn > mostPictures) return part.emoticon.character
    return <EmoticonImage key={key} emoticon={part.emoticon} />
  })
}
