import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { savedMedia } from '#domain/collections/collection-list.ts'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { placeInViewer } from '#domain/media/viewer-walk.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { CollectionFrame, useCollectionPlace } from './collection-frame.tsx'
import { CollectionPreview } from './collection-preview.tsx'
import { CollectionViewer } from './collection-viewer.tsx'

/** The route of one collection by its id. Pictures and videos open in the viewer [COLL-06 COLL-07]. */
export const CollectionScreen = () => {
  const text = useText()
  const refusalText = useRefusalText()
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
      {view.status === 'failed' && <ErrorState title={refusalText(view.refusal)} onRetry={items.reload} />}
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
  const place = placeInViewer({
    ...{ ids, idsBefore: idsBefore.current, wanted: shown },
    ...{ oldest: undefined, isSeeking: false },
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
