import { Link } from '@tanstack/react-router'
import { ImageOff, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { textLine } from '#domain/formats/preview.ts'
import { mediaFaultOf } from '#domain/media/media-item.ts'
import { isOnlyEmoji } from '#domain/message/emoticons.ts'
import { isSendableBody, readMessageBody } from '#domain/message/message-body.ts'
import { isNotice } from '#domain/message/message-notices.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import type { ContactCard } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Clamped } from '#src/ui/clamped.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { originInConversation, personLink, requestLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { PictureMessage } from '../attachments/picture-message.tsx'
import { useShownFile } from '../attachments/use-shown-file.ts'
import { SoundMessage } from '../playback/sound-player.tsx'
import { VideoMessage } from '../playback/video-message.tsx'
import cardStyles from './card-message.module.css'
import { FileMessage } from './file-message.tsx'
import { InviteMessage } from './invite-message.tsx'
import { LongText, mayBeLong } from './long-text.tsx'
import styles from './message-bubble.module.css'
import { useMessageListActions } from './message-list-actions.ts'
import { MessageMeta } from './message-meta.tsx'
import { MessageLabel, MessageText } from './message-text.tsx'
import { NoticeText } from './notice-text.tsx'

interface MessageBubbleProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** The content of a message, with time and state in its last line. */
export const MessageBubble = ({ message, isReachable }: MessageBubbleProps) => {
  if (isNotice(message)) {
    return (
      <p className={styles.notice}>
        <NoticeText message={message} isReachable={isReachable} />
      </p>
    )
  }
  const parts = { message, meta: <MessageMeta message={message} />, isReachable }
  const quote = hasQuoteText(message.quote) && <QuoteBlock quote={message.quote} isReachable={isReachable} />
  const framed = framedContent(parts)
  if (framed === undefined) {
    return (
      <div className={styles.bubble}>
        {quote}
        <Content {...parts} />
      </div>
    )
  }
  if (!quote) return framed
  return (
    <div className={styles.stack}>
      <div className={styles.bubble}>{quote}</div>
      {framed}
    </div>
  )
}

interface ContentProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** Returns content that has its own frame or no bubble; undefined for other content. */
function framedContent(parts: ContentProps): ReactNode | undefined {
  const { message } = parts
  if (message.type === 'pic') return <PictureMessage {...parts} />
  if (message.attachment !== undefined) {
    return message.type === 'video' ? <VideoMessage {...parts} /> : undefined
  }
  const body = readMessageBody(message.type, message.body)
  if (body.kind === 'video') return <VideoMessage {...parts} />
  if (message.type === 'txt' && !hasQuoteText(message.quote) && isOnlyEmoji(message.body))
    return <EmojiMessage {...parts} />
  return body.kind === 'sticker' && isSendableBody(body) ? <StickerMessage {...parts} /> : undefined
}

/** The content of a bubble by message type; a sentence for unsupported types [MSG-14]. */
const Content = (parts: ContentProps) => {
  const { message, meta, isReachable } = parts
  const { type, attachment } = message
  if (type === 'txt') return <TextContent {...parts} />
  if (attachment !== undefined) {
    return type === 'audio' ? <SoundMessage {...parts} /> : <FileMessage {...parts} />
  }
  const body = readMessageBody(type, message.body)
  switch (body.kind) {
    case 'audio':
      return <SoundMessage {...parts} />
    case 'file':
      return <FileMessage {...parts} />
    case 'card':
      return <CardMessage card={body.card} meta={meta} isReachable={isReachable} />
    case 'invite':
      return <InviteMessage {...parts} invite={body.invite} />
    case 'call':
      return <CallContent meta={meta} />
    default:
      return (
        <div className={classNames(styles.text, styles.kind)} data-fault={mediaFaultOf(message)}>
          <MessageLabel type={type} body={message.body} />
          {meta}
        </div>
      )
  }
}

const TextContent = ({ message, meta, isReachable }: ContentProps) => {
  if (mayBeLong(message.body)) return <LongText message={message} meta={meta} isReachable={isReachable} />
  return (
    <div dir="auto" className={styles.text}>
      <MessageText body={message.body} isReachable={isReachable} mentions={message.mentions} />
      {meta}
    </div>
  )
}

/** A call that was made in another client (DEC-82). */
const CallContent = ({ meta }: { readonly meta: ReactNode }) => {
  const text = useText()
  return (
    <div className={styles.text}>
      <Phone aria-hidden="true" className={styles.icon} />
      {text('conversation.call')}
      {meta}
    </div>
  )
}

interface QuoteBlockProps {
  readonly quote: QuotedMessage
  readonly isReachable: boolean
}

/** The quoted message in a few lines; a press jumps to it [VIEW-26] (DEC-04). */
export const QuoteBlock = ({ quote, isReachable }: QuoteBlockProps) => {
  const text = useText()
  const { userId } = useAccount()
  const { showOriginal } = useMessageListActions()
  const { senderId, senderName, type } = quote
  return (
    <Button
      className={classNames(styles.quote)}
      excludeFromTabOrder={!isReachable}
      onPress={() => showOriginal(quote)}
    >
      <bdi className={styles.sender}>{senderId === userId ? text('composer.quote.own') : senderName}</bdi>
      <Clamped className={styles.words}>
        {type === 'txt' ? <bdi>{textLine(quote.text)}</bdi> : <MessageLabel type={type} body={quote.text} />}
      </Clamped>
    </Button>
  )
}

/** Returns whether a quote has content. The quote of a deleted or disappeared message has none. */
export const hasQuoteText = (quote: QuotedMessage | undefined): quote is QuotedMessage =>
  quote !== undefined && quote.text !== ''

/** One to three emoji, large and without a bubble; the time is below them. */
const EmojiMessage = ({ message, meta, isReachable }: ContentProps) => (
  <div className={styles.sticker}>
    <span className={styles.emoji}>
      <MessageText body={message.body} isReachable={isReachable} />
    </span>
    <span className={styles.meta}>{meta}</span>
  </div>
)

interface StickerMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
}

/** A sticker message without a bubble; its time is below it. */
export const StickerMessage = ({ message, meta }: StickerMessageProps) => {
  const text = useText()
  const { source, isLoaded, isBroken, fault, onLoad, onError } = useShownFile(message)
  return (
    <div className={styles.sticker}>
      <div className={styles.frame}>
        {isBroken ? (
          <span className={styles.broken} data-fault={fault}>
            <ImageOff aria-hidden="true" />
            {text('conversation.sticker.broken')}
          </span>
        ) : (
          <>
            {!isLoaded && <span className={styles.skeleton} />}
            {source !== undefined && (
              <img
                src={source}
                alt={text('conversation.sticker')}
                draggable={false}
                className={styles.picture}
                data-loaded={isLoaded}
                onLoad={onLoad}
                onError={onError}
              />
            )}
          </>
        )}
      </div>
      <span className={styles.meta}>{meta}</span>
    </div>
  )
}

interface CardMessageProps {
  readonly card: ContactCard
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A shared contact. It links to the friend's page or to a friend request [MSG-12]. */
const CardMessage = ({ card, meta, isReachable }: CardMessageProps) => {
  const text = useText()
  const { userId, friends } = useAccount()
  const conversation = useOpenConversation()
  const isKnown =
    useSelected(friends, (all) => all.some((friend) => friend.userId === card.userId)) ||
    card.userId === userId
  const target = cardTarget(card, isKnown, conversation)
  const content = (
    <>
      <Avatar id={card.userId} name={card.nickname} url={card.avatarUrl} />
      <span className={cardStyles.facts}>
        <bdi className={cardStyles.name}>{card.nickname}</bdi>
        {card.chatId !== '' && <bdi className={cardStyles.detail}>{card.chatId}</bdi>}
      </span>
    </>
  )
  const common = { className: cardStyles.link, tabIndex: isReachable ? 0 : -1 }
  return (
    <div className={cardStyles.card}>
      <Link {...common} {...target}>
        {content}
      </Link>
      <div className={cardStyles.foot}>
        {text('conversation.card')}
        {meta}
      </div>
    </div>
  )
}

/**
 * Returns the link of a contact card: the page of a known person, else a friend request that names the card's sender
 * (DEC-41) [FRIEND-12 FRIEND-23].
 */
export function cardTarget(card: ContactCard, isKnown: boolean, open: ConversationId | undefined) {
  const source = 'contact'
  if (isKnown) return personLink(open, card.userId, { source })
  const origin = open === undefined ? { source } : originInConversation(open, source)
  const key = card.chatId === '' ? {} : { key: card.chatId }
  return requestLink(open, { id: String(card.userId), source, ...key, ...origin })
}
