import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type MediaType, readFilterTypes, typesToView } from '#domain/media/media-filter.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { viewerHref } from './media-address.ts'
import { useViewerNavigation, type ViewerNavigation } from './use-viewer-navigation.ts'
import { rememberViewed } from './viewed-message.ts'
import { DownloadLink, ViewerBar, ViewerCaption } from './viewer-bar.tsx'
import styles from './viewer-stage.module.css'
import { ViewerFrame, ViewerStage } from './viewer-stage.tsx'

/** The route of the media viewer [MEDIA-03 ROUTE-18 VIEW-24]. */
export const ViewerScreen = () => {
  const id = useOpenConversation()
  const { messageId } = useParams({ strict: false })
  const query = useSearch({ strict: false, select: ({ filterTypes }) => filterTypes })
  const named = readFilterTypes(query)
  if (id === undefined || messageId === undefined) return null
  return (
    <OpenViewer
      key={`${id} ${named.join()}`}
      id={id}
      wanted={serverId(Number(messageId))}
      named={named.join()}
    />
  )
}

interface OpenViewerProps {
  readonly id: ConversationId
  readonly wanted: ServerId
  /** The types in the URL, separated by commas; a string, because it is stable between renders. */
  readonly named: string
}

const OpenViewer = ({ id, wanted, named }: OpenViewerProps) => {
  const account = useAccount()
  const navigate = useNavigate()
  const close = useGoBack(pathOf(id))
  const filterTypes = useMemo<readonly MediaType[]>(() => readFilterTypes(named.split(',')), [named])
  const types = useMemo(() => typesToView(filterTypes), [filterTypes])
  const walk = useViewerNavigation(id, wanted, types)
  const { shown, isLost } = walk
  // Returns to the conversation, however the viewer was opened [MEDIA-06].
  useEffect(() => {
    if (isLost) void navigate({ href: pathOf(id), replace: true })
  }, [isLost, navigate, id])
  // The URL follows the current item in the same history entry [MEDIA-05].
  useEffect(() => {
    if (shown === undefined) return
    rememberViewed(account, id, shown)
    if (shown !== wanted) void navigate({ href: viewerHref(id, shown, filterTypes), replace: true })
  }, [account, navigate, id, shown, wanted, filterTypes])
  return <Viewer walk={walk} onClose={close} />
}

interface ViewerProps {
  readonly walk: ViewerNavigation
  readonly onClose: () => void
}

const names = {
  pic: 'conversation.picture.title',
  video: 'media.video.title',
  file: 'media.file.title',
} as const
const nameOf = ({ type }: TimelineMessage): string =>
  type === 'video' || type === 'file' ? names[type] : names.pic

/** The media of a conversation over the whole page, with sender, time, tools and navigation. */
const Viewer = ({ walk, onClose }: ViewerProps) => {
  const text = useText()
  const { media, index } = walk
  const message = index === undefined ? undefined : media[index]
  const title = message ? text(nameOf(message), { sender: message.senderName }) : text('media.title')
  return (
    <ViewerFrame title={title} onClose={onClose}>
      {message !== undefined && index !== undefined ? (
        <ViewerStage
          media={media}
          index={index}
          caption={<SenderCaption message={message} position={index + 1} count={media.length} />}
          tools={<DownloadLink item={message} />}
          onSelect={walk.goTo}
          onClose={onClose}
        />
      ) : (
        <>
          <ViewerBar onClose={onClose} />
          <div className={styles.waiting}>
            {walk.hasFailed ? (
              <ErrorState title={text('conversation.load-failed')} onRetry={walk.reload} />
            ) : (
              <Spinner />
            )}
          </div>
        </>
      )}
    </ViewerFrame>
  )
}

interface SenderCaptionProps {
  readonly message: TimelineMessage
  /** Counted from 1, oldest first. */
  readonly position: number
  readonly count: number
}

const SenderCaption = ({ message, ...place }: SenderCaptionProps) => {
  const { senderId: id, senderName: name, senderAvatarUrl: url, sentAt } = message
  return <ViewerCaption person={{ id, name, url }} at={sentAt} {...place} />
}
