import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { filterMedia, type MediaType, readFilterTypes, typesToView } from '#domain/media/media-filter.ts'
import {
  emptyPagesLimit,
  findViewerPosition,
  isNearNewest,
  isNearOldest,
  type ViewerPosition,
} from '#domain/media/viewer-position.ts'
import { oldestId, type TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useJumping, useTimeline } from '#src/features/conversation/use-timeline.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { rememberViewed, viewerHref } from './media-links.ts'
import { useAutoloadNewer, useAutoloadOlder } from './use-autoload.ts'
import styles from './viewer-stage.module.css'
import { DownloadLink, ViewerBar, ViewerCaption, ViewerFrame, ViewerStage } from './viewer-stage.tsx'

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

interface ViewerNavigation {
  readonly media: readonly TimelineMessage[]
  /** The current index; undefined while unknown. */
  readonly index: number | undefined
  readonly shown: ServerId | undefined
  readonly hasFailed: boolean
  /** True if the message does not exist or no media are left. */
  readonly isLost: boolean
  readonly goTo: (index: number) => void
  readonly reload: () => void
}

/** The current index already tells how the jump ended. */
const ignoreEnd = () => undefined

/**
 * Navigates through the media of a conversation, starting at a message. When the current one disappears or is deleted,
 * its neighbour is shown.
 */
const useViewerNavigation = (
  id: ConversationId,
  first: ServerId,
  types: readonly MediaType[],
): ViewerNavigation => {
  const timeline = useTimeline(id)
  const { view } = timeline
  const media = useMemo(() => filterMedia(view.messages, types), [view.messages, types])
  const ids = useMemo(() => media.flatMap((message) => message.serverId ?? []), [media])
  const idsBefore = useRef<readonly number[]>([])
  const [wanted, setWanted] = useState(first)
  const [target] = useState({ kind: 'message', serverId: first } as const)
  // A message that is not loaded is gone; the jump does not wait.
  const { isSeeking } = useJumping(timeline, target, 'connected', ignoreEnd)
  const oldest = oldestId(view.messages)
  const current = ids.indexOf(wanted)
  const options = { limit: emptyPagesLimit, found: media.length }
  useAutoloadOlder(timeline, { ...options, isWanted: !isSeeking && isNearOldest(current) })
  useAutoloadNewer(timeline, { ...options, isWanted: !isSeeking && isNearNewest(current, media.length) })
  const situation = { ids, idsBefore: idsBefore.current, wanted, oldest, isSeeking }
  const place: ViewerPosition =
    view.status === 'loading' ? { kind: 'seeking' } : findViewerPosition(situation)
  const movedTo = place.kind === 'moved' ? place.id : undefined
  const isShown = place.kind === 'shown'
  useLayoutEffect(() => {
    if (movedTo !== undefined) setWanted(serverId(movedTo))
    if (isShown) idsBefore.current = ids
  }, [movedTo, isShown, ids])
  const goTo = useCallback(
    (index: number) => {
      const next = ids[index]
      if (next !== undefined) setWanted(serverId(next))
    },
    [ids],
  )
  const hasFailed = view.status === 'failed'
  return {
    media,
    index: isShown ? place.index : undefined,
    shown: isShown ? wanted : undefined,
    hasFailed,
    isLost: !hasFailed && (view.status === 'unavailable' || place.kind === 'unknown'),
    goTo,
    reload: timeline.reload,
  }
}
