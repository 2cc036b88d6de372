import { useNavigate, useParams } from '@tanstack/react-router'
import { CornerUpLeft } from 'lucide-react'
import { messageDate } from '#domain/formats/dates.ts'
import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { findSeekTarget } from '#domain/message-list/seeking.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkTo, pathOf, useOpenConversation } from '../../conversation-list/link-to.ts'
import { WholeText } from '../message/long-text.tsx'
import { MessageBubble } from '../message/message-bubble.tsx'
import { RoleBadge } from '../message/sender-link.tsx'
import { PlaybackProvider } from '../playback/playback-provider.tsx'
import { useTimeline } from '../use-timeline.ts'
import { useViewpoint } from '../use-viewpoint.ts'
import styles from './quoted-message-screen.module.css'

/** The route of a quoted message, shown in full [VIEW-26 ROUTE-19]. */
export const QuotedMessageScreen = () => {
  const id = useOpenConversation()
  return id === undefined ? null : <QuotedMessagePanel id={id} />
}

const QuotedMessagePanel = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const goBack = useGoBack(pathOf(id))
  return (
    <Panel title={text('conversation.quoted')} onBack={goBack} placement="centre">
      <QuotedMessageView id={id} />
    </Panel>
  )
}

const QuotedMessageView = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const { messageId = '' } = useParams({ strict: false })
  const { view, reload } = useTimeline(id)
  if (view.status === 'loading') return <SkeletonList rows={1} />
  if (view.status === 'failed')
    return <ErrorState title={text('conversation.load-failed')} onRetry={reload} />
  const wanted = serverId(Number(messageId))
  const found = findQuoted(view.messages, wanted)
  if (found === undefined) {
    return <EmptyState illustration="gone" title={text('conversation.quoted.gone')} />
  }
  return (
    <>
      <WholeMessage shown={found} />
      {canShowInPlace(view, wanted) && <ShowInPlace id={id} wanted={wanted} />}
    </>
  )
}

interface ShowInPlaceProps {
  readonly id: ConversationId
  readonly wanted: ServerId
}

/** A link to the message in its conversation [ROUTE-26]. */
const ShowInPlace = ({ id, wanted }: ShowInPlaceProps) => {
  const text = useText()
  const navigate = useNavigate()
  const show = () => void navigate({ ...linkTo({ id }), search: { search: String(wanted) }, replace: true })
  return (
    <div className={styles.onward}>
      <Button icon={<CornerUpLeft aria-hidden="true" />} onPress={show}>
        {text('conversation.quoted.show')}
      </Button>
    </div>
  )
}

const WholeMessage = ({ shown }: { readonly shown: ShownQuote }) => {
  const viewpoint = useViewpoint()
  const { userId } = useAccount()
  const message = shown.kind === 'message' ? shown.message : messageOf(shown.quote, userId)
  // Only the message itself has a time; a quote has none.
  const date = shown.kind === 'message' ? messageDate(message.sentAt, viewpoint) : ''
  return (
    <article className={styles.whole} aria-label={message.senderName}>
      <header className={styles.head}>
        <bdi className={styles.name}>{message.senderName}</bdi>
        <RoleBadge role={message.senderRole} />
        {date !== '' && (
          <time className={styles.time} dateTime={new Date(message.sentAt).toISOString()}>
            {date}
          </time>
        )}
      </header>
      {message.type === 'txt' ? (
        <p dir="auto" className={styles.text}>
          <WholeText body={message.body} isReachable />
        </p>
      ) : (
        <PlaybackProvider messages={[message]}>
          <div className={styles.content}>
            <MessageBubble message={message} isReachable />
          </div>
        </PlaybackProvider>
      )}
    </article>
  )
}

/** Renders the content of a quote like a message. */
const messageOf = ({ senderId, text, ...quote }: QuotedMessage, self: number): TimelineMessage => ({
  ...quote,
  key: `s${quote.serverId}`,
  clientId: undefined,
  sequence: undefined,
  senderId,
  senderAvatarUrl: '',
  isOwn: senderId === self,
  body: text,
  sentAt: 0,
  state: 'sent',
  canRetry: false,
  quote: undefined,
})

/** The quoted message if it is loaded, else the content of a quote of it. */
type ShownQuote =
  | { readonly kind: 'message'; readonly message: TimelineMessage }
  | { readonly kind: 'quote'; readonly quote: QuotedMessage }

/** Finds a message among the loaded ones and their quotes; undefined when it was deleted [VIEW-26]. */
export function findQuoted(messages: readonly TimelineMessage[], serverId: ServerId): ShownQuote | undefined {
  const message = messages.find((each) => each.serverId === serverId)
  if (message !== undefined) return { kind: 'message', message }
  const quote = messages.find((each) => each.quote?.serverId === serverId && each.quote.text !== '')?.quote
  return quote && { kind: 'quote', quote }
}

/** Returns whether a jump to a message can succeed: it is loaded or may be among older messages. */
export const canShowInPlace = (
  view: Pick<TimelineView, 'messages' | 'hasOlder' | 'hasNewer'>,
  serverId: ServerId,
): boolean => findSeekTarget({ kind: 'message', serverId }, view).kind !== 'gone'
