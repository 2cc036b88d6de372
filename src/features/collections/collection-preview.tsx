import { Copy, Download, FileDown, Forward, SendHorizontal, Trash2 } from 'lucide-react'
import { bodyOf, toMediaItem } from '#domain/collections/collecting.ts'
import { fullDate } from '#domain/formats/dates.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { WholeText } from '#src/features/conversation/message/whole-text.tsx'
import { PlaybackProvider } from '#src/features/conversation/playback/playback-provider.tsx'
import { SoundPlayer } from '#src/features/conversation/playback/sound-player.tsx'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { useDownloadOf } from '#src/features/media/use-download.tsx'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { SavingLink } from '../media/use-download.tsx'
import styles from './collection-preview.module.css'
import { useCollectionActions } from './use-collection-actions.tsx'

/** A saved text, sound or file in full with its actions [COLL-07]. Pictures and videos open in the viewer. */
export const CollectionPreview = ({ collection }: { readonly collection: Collection }) => {
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
