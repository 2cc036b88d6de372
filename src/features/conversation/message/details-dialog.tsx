import { useMemo, useState } from 'react'
import { fullDate } from '#domain/formats/dates.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { DescriptionList, DescriptionRow } from '../../contacts/description-list.tsx'
import styles from '../reactions/reactions.module.css'

interface DetailsDialogProps {
  /** The group whose readers are shown; undefined if none are. */
  readonly group: ConversationId | undefined
  /** Closed while undefined. */
  readonly message: TimelineMessage | undefined
  readonly locale: string
  readonly onClose: () => void
}

/** The times at which a message was sent, was read and will expire, to the second, and in a small group its readers. */
export const DetailsDialog = ({ group, message, locale, onClose }: DetailsDialogProps) => {
  const text = useText()
  // Keeps the text while the closing dialog fades out.
  const [shown, setShown] = useState(message)
  if (message !== undefined && message !== shown) setShown(message)
  const date = (at: number | undefined) => (at === undefined ? '' : fullDate(at, locale))
  return (
    <Dialog
      title={text('conversation.action.details')}
      isOpen={message !== undefined}
      onClose={onClose}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      {shown !== undefined && (
        <div className={styles.details}>
          <DescriptionList>
            <DescriptionRow name={text('conversation.details.from')} value={shown.senderName} />
            <DescriptionRow name={text('conversation.details.sent')} value={date(shown.sentAt)} />
            <DescriptionRow name={text('conversation.details.edited')} value={date(shown.editedAt)} />
            <DescriptionRow name={text('conversation.details.read')} value={readWords(shown, date, text)} />
            <DescriptionRow name={text('conversation.details.burns')} value={date(shown.expiresAt)} />
          </DescriptionList>
        </div>
      )}
      {group !== undefined && shown?.isOwn && shown.serverId !== undefined && (
        <ReaderList group={group} message={shown.serverId} isRead={shown.state === 'read'} locale={locale} />
      )}
    </Dialog>
  )
}

/** The time of reading where it is known, else whether it was read. */
const readWords = (
  { state, readAt }: TimelineMessage,
  date: (at: number | undefined) => string,
  text: (key: string) => string,
): string => {
  if (readAt !== undefined) return date(readAt)
  return text(state === 'read' ? 'conversation.details.was-read' : 'conversation.details.not-read')
}

interface ReaderListProps {
  readonly group: ConversationId
  readonly message: ServerId
  /** Whether someone has read it. The server may not know who: it forgets that, and large groups have no readers. */
  readonly isRead: boolean
  readonly locale: string
}

/** The members who have read an own message, and when, in its details. */
const ReaderList = ({ group, message, isRead, locale }: ReaderListProps) => {
  const text = useText()
  const { lookups, friends } = useAccount()
  const lookup = useMemo(() => lookups.readers(group, message), [lookups, group, message])
  const state = useReadable(lookup)
  const known = useReadable(friends)
  if (state.status === 'loading') return <SkeletonList rows={2} />
  if (state.status === 'failed')
    return <ErrorState title={text('conversation.readers.failed')} onRetry={() => lookup.reload()} />
  if (state.value.length === 0)
    return <p>{text(isRead ? 'conversation.readers.unknown' : 'conversation.readers.none')}</p>
  return (
    <section aria-label={text('conversation.readers')}>
      <h3 className={styles.heading}>{text('conversation.readers')}</h3>
      <ul className={styles.people}>
        {state.value.map((reader) => {
          const name = known.find(({ userId }) => userId === reader.userId)?.displayName ?? reader.name
          return (
            <li key={reader.userId} className={styles.person}>
              <Avatar id={reader.userId} name={name} url={reader.avatarUrl} size="small" />
              <bdi className={styles.name}>{name}</bdi>
              <time dateTime={new Date(reader.at).toISOString()} className={styles.time}>
                {fullDate(reader.at, locale)}
              </time>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
