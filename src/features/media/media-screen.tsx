import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  filterMedia,
  filterOfHash,
  type MediaFilter,
  mediaFilters,
  typesOfFilter,
  viewableTypes,
} from '#domain/media/media-filter.ts'
import { mediaRows } from '#domain/media/media-grid-layout.ts'
import { emptyPagesLimit, seekingPagesLimit } from '#domain/media/viewer-position.ts'
import { oldestId, type TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { type Timeline, useTimeline } from '#src/features/conversation/use-timeline.ts'
import { pathOf, useOpenConversation } from '#src/features/conversation-list/link-to.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import gridStyles from './media-grid.module.css'
import { forgetViewed, leaveGridFor, mediaHref, readViewed, viewerHref } from './media-links.ts'
import { MediaRows } from './media-rows.tsx'
import styles from './media-screen.module.css'
import { useAutoloadOlder } from './use-autoload.ts'

/** The route of a conversation's pictures, videos and files; the hash names the tab [ROUTE-17 MEDIA-02]. */
export const MediaScreen = () => {
  const id = useOpenConversation()
  return id === undefined ? null : <MediaPanel key={id} id={id} />
}

const MediaPanel = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const goBack = useGoBack(pathOf(id))
  const navigate = useNavigate()
  const filter = filterOfHash(useLocation({ select: ({ hash }) => hash }))
  const timeline = useTimeline(id)
  const select = (next: string) =>
    void navigate({ href: mediaHref(id, filterOfHash(next)), replace: true, resetScroll: false })
  return (
    <Panel title={text('media.title')} onBack={goBack}>
      <div className={styles.screen}>
        <Tabs
          label={text('media.filter')}
          selected={filter}
          onSelect={select}
          isFilling
          items={mediaFilters.map((each) => ({
            id: each,
            label: text(`media.filter.${each}`),
            content: <MediaGrid id={id} filter={each} timeline={timeline} />,
          }))}
        />
      </div>
    </Panel>
  )
}

interface MediaGridProps {
  readonly id: ConversationId
  readonly filter: MediaFilter
  readonly timeline: Timeline
}

/** One tab of the media screen: loaded media, and older ones while scrolling down [MEDIA-01 MEDIA-02]. */
const MediaGrid = ({ id, filter, timeline }: MediaGridProps) => {
  const text = useText()
  const account = useAccount()
  const navigate = useNavigate()
  const { view } = timeline
  const media = useMemo(() => filterMedia(view.messages, typesOfFilter(filter)), [view.messages, filter])
  const rows = useMemo(() => mediaRows(media), [media])
  const [isNearEnd, setNearEnd] = useState(true)
  const [returnedTo] = useState(() => readViewed(account, id))
  const oldest = oldestId(view.messages)
  const isReturning = returnedTo !== undefined && (oldest === undefined || oldest > returnedTo)
  const looking = useAutoloadOlder(timeline, {
    isWanted: isNearEnd || isReturning,
    limit: isReturning ? seekingPagesLimit : emptyPagesLimit,
    found: isReturning ? 0 : media.length,
  })
  const open = (message: TimelineMessage) => {
    const { serverId } = message
    if (serverId === undefined) return
    leaveGridFor(account, id, serverId)
    void navigate({ href: viewerHref(id, serverId, viewableTypes(filter)) })
  }

  if (view.status === 'failed')
    return <ErrorState title={text('conversation.load-failed')} onRetry={timeline.reload} />
  const isSearching = view.status === 'loading' || ((media.length === 0 || isReturning) && looking.canGoOn)
  if (isSearching) return <GridSkeleton />
  const hasFailed = view.hasOlderFailed
  if (media.length === 0 && hasFailed)
    return <ErrorState title={text('media.older-failed')} onRetry={looking.goOn} />
  if (media.length === 0)
    return (
      <EmptyState
        illustration="media"
        title={text(`media.empty.${filter}`)}
        description={text(looking.isWaiting ? 'media.empty-so-far' : 'media.empty-hint')}
        action={looking.isWaiting && <Button onPress={looking.goOn}>{text('media.further')}</Button>}
      />
    )
  const foot: GridFootState = hasFailed
    ? 'failed'
    : looking.isWaiting
      ? 'waiting'
      : looking.canGoOn
        ? 'loading'
        : 'complete'
  return (
    <MediaRows
      rows={rows}
      startAt={media.find(({ serverId }) => serverId === returnedTo)?.key}
      onOpen={open}
      onReached={() => forgetViewed(account, id)}
      onNearEnd={setNearEnd}
      foot={<GridFoot state={foot} onGoOn={looking.goOn} />}
    />
  )
}

type GridFootState = 'loading' | 'waiting' | 'failed' | 'complete'

interface GridFootProps {
  readonly state: GridFootState
  readonly onGoOn: () => void
}

/** The end of the grid: loading, failed, waiting for a button press, or complete. */
const GridFoot = ({ state, onGoOn }: GridFootProps) => {
  const text = useText()
  return (
    <div className={gridStyles.foot}>
      {state === 'loading' && <Spinner size="small" />}
      {state === 'failed' && <p role="alert">{text('media.older-failed')}</p>}
      {state === 'failed' && <Button onPress={onGoOn}>{text('common.retry')}</Button>}
      {state === 'waiting' && <Button onPress={onGoOn}>{text('media.further')}</Button>}
    </div>
  )
}

const shapes = Array.from({ length: 12 }, (_, index) => `shape ${index}`)

/** The skeleton of the grid, with an accessible label. */
const GridSkeleton = () => {
  const text = useText()
  return (
    <div role="status" aria-label={text('common.loading')} className={gridStyles.skeleton}>
      {shapes.map((shape) => (
        <span key={shape} className={gridStyles.shape} />
      ))}
    </div>
  )
}
