import { File, Play } from 'lucide-react'
import { useState } from 'react'
import { bodyOf } from '#domain/collections/collecting.ts'
import { playingTime } from '#domain/formats/duration.ts'
import { splitEmoticons } from '#domain/message/emoticons.ts'
import type { MessageBody } from '#domain/message/message-body.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { WaveBars } from '#src/features/conversation/playback/wave-bars.tsx'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { useFilePass } from '#src/features/stickers/use-file-pass.ts'
import { useText } from '#src/ui/use-text.ts'
import { EmoticonImage } from '../conversation/message/message-text.tsx'
import { collectionLabel } from './collection-label.ts'
import styles from './collection-tile.module.css'

interface CollectionTileProps {
  readonly collection: Collection
  readonly onOpen: () => void
}

/** Something saved as a tile: what it is, and whom or which group it is from [COLL-02]. */
export const CollectionTile = ({ collection, onOpen }: CollectionTileProps) => {
  const text = useText()
  const { locale } = useViewpoint()
  const { id, type, from } = collection
  const body = bodyOf(collection)
  return (
    <button
      type="button"
      title={collectionLabel(collection, text, locale)}
      data-collection={id}
      data-kind={type}
      className={styles.tile}
      onClick={onOpen}
    >
      <span className={styles.content}>
        <TileContent body={body} />
      </span>
      {from && <bdi className={styles.from}>{from.name}</bdi>}
    </button>
  )
}

/** A tile opens as a whole, so that nothing in it is a link of its own. */
const Words = ({ text }: { readonly text: string }) => {
  let reached = 0
  return splitEmoticons(text.slice(0, longestShown)).map((part) => {
    const key = reached
    reached += part.text.length
    return part.kind === 'text' ? part.text : <EmoticonImage key={key} emoticon={part.emoticon} />
  })
}
/** More characters than five lines can hold. */
const longestShown = 500

const TileContent = ({ body }: { readonly body: MessageBody }) => {
  const text = useText()
  switch (body.kind) {
    case 'text':
      return (
        <span className={styles.words}>
          <Words text={body.text} />
        </span>
      )
    case 'picture':
      return <TilePicture path={(body.small ?? body.media).path} />
    case 'video':
      return (
        <>
          {body.small ? <TilePicture path={body.small.path} /> : <TileVideo path={body.media.path} />}
          <span className={styles.play}>
            <Play aria-hidden="true" />
          </span>
        </>
      )
    case 'audio':
      return (
        <span className={styles.plain}>
          <span>
            <WaveBars name={body.media.name} seconds={body.seconds} place="preview" filled={1} />
          </span>
          <span data-numeric="true">{playingTime(body.seconds)}</span>
        </span>
      )
    case 'file':
      return (
        <span className={styles.plain}>
          <File aria-hidden="true" />
          <bdi className={styles.name}>{body.name}</bdi>
        </span>
      )
    default:
      return <span className={styles.plain}>{text('messages.preview.damaged')}</span>
  }
}

const TilePicture = ({ path }: { readonly path: string }) => {
  const text = useText()
  const hasPass = useFilePass()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <span className={styles.plain}>{text('collections.broken')}</span>
  if (!hasPass) return <span className={styles.shape} />
  return (
    <img
      src={path}
      alt={text('collections.type.image')}
      loading="lazy"
      draggable={false}
      className={styles.picture}
      onError={() => setIsBroken(true)}
    />
  )
}

/** The first frame stands for the whole. */
const TileVideo = ({ path }: { readonly path: string }) => {
  const hasPass = useFilePass()
  if (!hasPass) return <span className={styles.shape} />
  return <video src={`${path}#t=0.1`} preload="metadata" muted playsInline className={styles.picture} />
}
