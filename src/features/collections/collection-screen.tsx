import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Copy, Download, FileDown, Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { bodyOf, toMediaItem } from '#domain/collections/collecting.ts'
import { savedMedia } from '#domain/collections/collection-list.ts'
import { fullDate } from '#domain/formats/dates.ts'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { findViewerPosition } from '#domain/media/viewer-position.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { WholeText } from '#src/features/conversation/message/long-text.tsx'
import { PlaybackProvider } from '#src/features/conversation/playback/playback-provider.tsx'
import { SoundPlayer } from '#src/features/conversation/playback/sound-player.tsx'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { SavingLink, useDownloadOf } from '#src/features/media/use-download.tsx'
import { DownloadLink, ViewerCaption, ViewerFrame, ViewerStage } from '#src/features/media/viewer-stage.tsx'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './collection-screen.module.css'
import { collectionLabel } from './collection-tile.tsx'
import { CollectionFrame, useCollectionActions, useCollectionPlace } from './use-collection-actions.tsx'

/** The route of one collection by its id. Pictures and videos open in the viewer [COLL-06 COLL-07]. */
export const CollectionScreen = () => {
  const text = useText()
  const rejectionText = useRejectionText()
  const { conversationId, path } = useCollectionPlace()
  const { collectionId } = useParams({ strict: false })
  const { items } = useAccount().collections
  const view = useReadable(items)
  const goBack = useGoBack(path)
  if (view.status === 'ready') return <Known items={view.value} named={Number(collectionId)} />
  return (
    <CollectionFrame
      isInChat={conversationId !== undefined}
      title={text('collections.title')}
      onBack={goBack}
    >
      {view.status === 'loading' && <SkeletonList rows={1} />}
      {view.status === 'failed' && (
        <ErrorState title={rejectionText(view.rejection)} onRetry={items.reload} />
      )}
    </CollectionFrame>
  )
}

interface KnownProps {
  readonly items: readonly Collection[]
  /** The id in the URL. */
  readonly named: number
}

/** Redirects an unknown id to the fallback in the URL or to the list [COLL-08]. */
const Known = ({ items, named }: KnownProps) => {
  const text = useText()
  const navigate = useNavigate()
  const { conversationId, path } = useCollectionPlace()
  const { fallback } = useSearch({ strict: false })
  const goBack = useGoBack(path)
  const { media, index, shown, goTo } = useCollectionNavigation(items, named)
  // The URL follows the current item in the same history entry.
  useEffect(() => {
    if (shown !== named)
      void navigate({ to: `${path}/${shown}`, search: fallback ? { fallback } : {}, replace: true })
  }, [navigate, path, fallback, shown, named])
  const collection = items.find(({ id }) => id === shown)
  if (!collection) return <Navigate to={safeRedirect(fallback) ?? path} replace />
  if (index !== undefined)
    return <CollectionViewer {...{ media, index, collection }} onSelect={goTo} onClose={goBack} />
  return (
    <CollectionFrame
      isInChat={conversationId !== undefined}
      title={text(`collections.type.${collection.type}`)}
      onBack={goBack}
    >
      <CollectionPreview key={collection.id} collection={collection} />
    </CollectionFrame>
  )
}

interface CollectionNavigation {
  readonly media: readonly Collection[]
  /** The current index; undefined if none is shown. */
  readonly index: number | undefined
  /** The id of the current item; after its deletion, of its neighbour. */
  readonly shown: number
  readonly goTo: (index: number) => void
}

/** Navigates through saved pictures and videos. A deleted one is replaced by its neighbour [COLL-06]. */
const useCollectionNavigation = (items: readonly Collection[], first: number): CollectionNavigation => {
  const media = useMemo(() => savedMedia(items), [items])
  const ids = useMemo(() => media.map(({ id }) => id), [media])
  const idsBefore = useRef<readonly number[]>([])
  const [shown, setShown] = useState(first)
  const place = findViewerPosition({
    ids,
    idsBefore: idsBefore.current,
    wanted: shown,
    oldest: undefined,
    isSeeking: false,
  })
  const movedTo = place.kind === 'moved' ? place.id : undefined
  const isShown = place.kind === 'shown'
  useLayoutEffect(() => {
    if (movedTo !== undefined) setShown(movedTo)
    if (isShown) idsBefore.current = ids
  }, [movedTo, isShown, ids])
  const goTo = useCallback((index: number) => setShown((last) => ids[index] ?? last), [ids])
  return { media, index: isShown ? place.index : undefined, shown: movedTo ?? shown, goTo }
}

interface CollectionViewerProps {
  /** Pictures and videos in list order. */
  readonly media: readonly Collection[]
  readonly index: number
  readonly collection: Collection
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** Saved pictures and videos in the viewer with their actions [COLL-06 COLL-07]. */
const CollectionViewer = ({ media, index, collection, onSelect, onClose }: CollectionViewerProps) => {
  const text = useText()
  const { locale } = useViewpoint()
  const actions = useCollectionActions()
  const drawn = useMemo(() => media.map(toMediaItem), [media])
  const { from, savedAt } = collection
  return (
    <ViewerFrame title={collectionLabel(collection, text, locale)} onClose={onClose}>
      <ViewerStage
        media={drawn}
        index={index}
        caption={
          <ViewerCaption
            person={from && { id: from.id, name: from.name, url: '' }}
            at={savedAt}
            position={index + 1}
            count={media.length}
          />
        }
        tools={
          <>
            <DownloadLink item={toMediaItem(collection)} />
            <PassOn collection={collection} actions={actions} />
            <IconButton
              label={text('collections.action.delete')}
              icon={<Trash2 aria-hidden="true" />}
              onPress={() => actions.remove(collection)}
            />
          </>
        }
        onSelect={onSelect}
        onClose={onClose}
      />
      {actions.dialogs}
    </ViewerFrame>
  )
}

interface PassOnProps {
  readonly collection: Collection
  readonly actions: ReturnType<typeof useCollectionActions>
}

/** Sends into the conversation that opened it, else opens the forward picker. */
const PassOn = ({ collection, actions: { send, forward } }: PassOnProps) => {
  const text = useText()
  return send ? (
    <IconButton
      label={text('collections.action.send')}
      icon={<SendHorizontal aria-hidden="true" />}
      onPress={() => send(collection)}
    />
  ) : (
    <IconButton
      label={text('collections.action.forward')}
      icon={<Forward aria-hidden="true" />}
      onPress={() => forward(collection)}
    />
  )
}

/** A saved text, sound or file in full with its actions [COLL-07]. Pictures and videos open in the viewer. */
const CollectionPreview = ({ collection }: { readonly collection: Collection }) => {
  const text = useText()
  const { locale } = useViewpoint()
  const actions = useCollectionActions()
  const file = useDownloadOf()(toMediaItem(collection))
  const { send } = actions
  return (
    <div className={styles.preview}>
      <div className={styles.content}>
        <Content collection={collection} />
      </div>
      <p className={styles.facts}>
        {collection.from && <bdi>{text('collections.from', { name: collection.from.name })}</bdi>}
        <span>{fullDate(collection.savedAt, locale)}</span>
      </p>
      <div className={styles.actions}>
        {send ? (
          <Button
            variant="primary"
            icon={<SendHorizontal aria-hidden="true" />}
            onPress={() => send(collection)}
          >
            {text('collections.action.send')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<Forward aria-hidden="true" />}
            onPress={() => actions.forward(collection)}
          >
            {text('collections.action.forward')}
          </Button>
        )}
        {collection.type === 'text' && (
          <Button icon={<Copy aria-hidden="true" />} onPress={() => actions.copy(collection)}>
            {text('collections.action.copy')}
          </Button>
        )}
        {file.isOk && (
          <SavingLink file={file.value} className={styles.download}>
            <Download aria-hidden="true" />
            {text('collections.download')}
          </SavingLink>
        )}
        <Button
          variant="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onPress={() => actions.remove(collection)}
        >
          {text('collections.action.delete')}
        </Button>
      </div>
      {actions.dialogs}
    </div>
  )
}

const Content = ({ collection }: { readonly collection: Collection }) => {
  const text = useText()
  const item = toMediaItem(collection)
  const body = bodyOf(collection)
  switch (body.kind) {
    case 'text':
      return (
        <p className={styles.words}>
          <WholeText body={body.text} isReachable />
        </p>
      )
    case 'audio':
      return (
        <PlaybackProvider messages={[item]}>
          <div className={styles.sound}>
            <SoundPlayer item={item} place="viewer" isReachable />
          </div>
        </PlaybackProvider>
      )
    case 'file':
      return (
        <p className={styles.file}>
          <FileDown aria-hidden="true" />
          <bdi>{body.name}</bdi>
        </p>
      )
    default:
      return <p>{text('messages.preview.damaged')}</p>
  }
}
