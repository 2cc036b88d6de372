import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { safeRedirect } from '#domain/forms/redirect-target.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { CollectionFrame } from './collection-frame.tsx'
import { useCollectionPlace } from './collection-place.ts'
import { CollectionPreview } from './collection-preview.tsx'

/** One thing saved, by the id in the address; one that is not known leads to the fallback given, or to the list [COLL-07 COLL-08]. */
export const CollectionScreen = () => {
  const text = useText()
  const refusalText = useRefusalText()
  const { conversationId, path } = useCollectionPlace()
  const { collectionId } = useParams({ strict: false })
  const { fallback } = useSearch({ strict: false })
  const { items } = useAccount().collections
  const view = useReadable(items)
  const goBack = useGoBack(path)
  const collection =
    view.status === 'ready' ? view.value.find(({ id }) => String(id) === collectionId) : undefined
  if (view.status === 'ready' && !collection) return <Navigate to={safeRedirect(fallback) ?? path} replace />
  return (
    <CollectionFrame
      isInChat={conversationId !== undefined}
      title={text(collection ? `collections.type.${collection.type}` : 'collections.title')}
      onBack={goBack}
    >
      {view.status === 'loading' && <SkeletonList rows={1} />}
      {view.status === 'failed' && <ErrorState title={refusalText(view.refusal)} onRetry={items.reload} />}
      {collection && <CollectionPreview key={collection.id} collection={collection} />}
    </CollectionFrame>
  )
}
