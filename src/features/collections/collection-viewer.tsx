import { Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { toMediaItem } from '#domain/collections/collecting.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { DownloadLink, ViewerCaption } from '#src/features/media/viewer-bar.tsx'
import { ViewerStage } from '#src/features/media/viewer-stage.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ViewerFrame } from '../media/viewer-stage.tsx'
import { collectionLabel } from './collection-tile.tsx'
import { useCollectionActions } from './use-collection-actions.tsx'

interface CollectionViewerProps {
  /** Pictures and videos in list order. */
  readonly media: readonly Collection[]
  readonly index: number
  readonly collection: Collection
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** Saved pictures and videos in the viewer with their actions [COLL-06 COLL-07]. */
export const CollectionViewer = ({ media, index, collection, onSelect, onClose }: CollectionViewerProps) => {
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
