import { useEffect, useMemo, useRef } from 'react'
import { withEmoticonCharacters } from '#domain/message/emoticons.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { EmojiView } from '../composer/emoji/emoji-view.tsx'
import styles from './reactions.module.css'

/** The dialog about reactions that is open: all emoji to choose from, or the people who have reacted. */
export interface ReactionQuestion {
  readonly kind: 'pick' | 'people'
  readonly message: TimelineMessage
}

interface ReactionDialogsProps {
  readonly conversationId: ConversationId
  readonly question: ReactionQuestion | undefined
  readonly onReact: (message: TimelineMessage, emoji: string) => void
  readonly onClose: () => void
}

/** The dialogs about the reactions to a message. */
export const ReactionDialogs = ({ conversationId, question, onReact, onClose }: ReactionDialogsProps) => {
  const text = useText()
  const message = question?.message
  return (
    <>
      <Dialog
        title={text('conversation.reactions.pick')}
        isOpen={question?.kind === 'pick'}
        onClose={onClose}
        hasClose
      >
        <div className={styles.picker}>
          <EmojiView
            onInsert={(inserted) => {
              if (message) onReact(message, withEmoticonCharacters(inserted))
              onClose()
            }}
          />
        </div>
      </Dialog>
      <Dialog
        hasClose
        title={text('conversation.reactions')}
        isOpen={question?.kind === 'people'}
        onClose={onClose}
      >
        <People conversationId={conversationId} message={message} />
      </Dialog>
    </>
  )
}

interface PeopleProps {
  readonly conversationId: ConversationId
  readonly message: TimelineMessage | undefined
}

/** The people who have reacted to a message, with their emoji. */
const People = ({ conversationId, message }: PeopleProps) => {
  const text = useText()
  const { lookups, userId, friends } = useAccount()
  const { serverId, reactions } = message ?? {}
  const lookup = useMemo(
    () => (serverId === undefined ? undefined : lookups.reactions(conversationId, serverId)),
    [lookups, conversationId, serverId],
  )
  const state = useReadable(lookup ?? notRequested)
  const known = useReadable(friends)
  // The list follows the reactions while it is open.
  const listed = useRef(reactions)
  useEffect(() => {
    if (listed.current !== reactions) lookup?.invalidate()
    listed.current = reactions
  }, [lookup, reactions])
  if (state.status === 'loading') return <SkeletonList rows={3} />
  if (state.status === 'failed')
    return <ErrorState title={text('conversation.load-failed')} onRetry={() => lookup?.reload()} />
  return (
    <ul className={styles.people}>
      {state.value.map((reaction) => {
        const friend = known.find((one) => one.userId === reaction.userId)
        const name = friend?.displayName ?? reaction.name
        return (
          <li key={reaction.userId} className={styles.person}>
            <Avatar id={reaction.userId} name={name} url={reaction.avatarUrl} size="small" />
            <bdi className={styles.name}>
              {reaction.userId === userId ? text('composer.quote.own') : name}
            </bdi>
            <span className={styles.emoji}>{reaction.emoji}</span>
          </li>
        )
      })}
    </ul>
  )
}
